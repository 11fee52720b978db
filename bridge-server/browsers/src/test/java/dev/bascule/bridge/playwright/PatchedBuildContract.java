package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.process.ProcessKind;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.testing.MachineBrowsers;
import dev.bascule.fallback.runner.Launcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract on a build that Playwright patched. No registry of packages has one: see docs/what-ran.md. */
@Tag("browser")
abstract class PatchedBuildContract implements LauncherContract {
    private static BridgeServer bridge;

    private final BrowserFamily family;

    @TempDir
    Path folder;

    PatchedBuildContract(BrowserFamily family) {
        this.family = family;
    }

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Override
    public BridgeServer bridge() {
        return bridge;
    }

    @Override
    public Launcher launcher() {
        BrowserInstallation build = MachineBrowsers.shown().patched(family).orElseThrow();
        return new PageLauncher(bridge, new PlaywrightHosts(build, LaunchOptions.withHardwareGpu(false)));
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public ProcessHandle browser(List<ProcessHandle> started) {
        return started.stream()
                .filter(process ->
                        ProcessKind.of(Processes.commandLine(process)).equals(Optional.of(ProcessKind.BROWSER)))
                .findFirst()
                .orElseThrow();
    }
}
