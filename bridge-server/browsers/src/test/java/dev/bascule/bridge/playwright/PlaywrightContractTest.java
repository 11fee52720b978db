package dev.bascule.bridge.playwright;

import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.runner.Launcher;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract on the bundled browser by Playwright. */
@Tag("browser")
@ExtendWith(RealBrowser.class)
class PlaywrightContractTest implements LauncherContract {
    private static Shared shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(Shared browser) {
        shared = browser;
    }

    @Override
    public BridgeServer bridge() {
        return shared.bridge();
    }

    @Override
    public Launcher launcher() {
        return shared.launcher();
    }

    @Override
    public Path folder() {
        return folder;
    }

    /** In {@code mvn verify} a played browser's page does not join: {@code SilentPageTest}. */
    @Override
    @Test
    @Tag("full")
    public void a_page_that_never_joins_is_reported_and_its_browser_killed() {
        LauncherContract.super.a_page_that_never_joins_is_reported_and_its_browser_killed();
    }

    /** In {@code mvn verify} each fault's browser is killed: {@code ChromiumPlaywrightFaultTest}. */
    @Override
    @Test
    @Tag("full")
    public void killing_ends_what_runs_and_leaves_no_process_and_no_profile() throws Exception {
        LauncherContract.super.killing_ends_what_runs_and_leaves_no_process_and_no_profile();
    }

    @Override
    public ProcessHandle browser(List<ProcessHandle> started) {
        return started.stream()
                .filter(process -> {
                    String line = Processes.commandLine(process);
                    return line.contains("chrome") && !line.contains("--type=");
                })
                .findFirst()
                .orElseThrow();
    }
}
