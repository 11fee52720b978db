package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract for a browser that is started without a driver. */
@Tag("browser")
abstract class ProcessContract implements LauncherContract {
    private static BridgeServer bridge;

    @TempDir
    Path folder;

    abstract BrowserInstallation installation();

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
        return RealBrowsers.launcher(bridge, installation());
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public ProcessHandle browser(List<ProcessHandle> started) {
        // Its children have no signpost in their command line.
        return started.stream()
                .filter(process -> Processes.commandLine(process).contains("/bascule.html"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void many_pages_one_after_the_other_do_not_pile_up() {
        LaunchedRunner launched = LauncherContract.started(launcher().launch(bridge, LIMIT));
        try {
            for (int i = 0; i < 12; i++) {
                LauncherContract.started(launched.recycle(bridge, LIMIT));
            }
            // Each leaves when it is told goodbye, as soon as it comes to that.
            Awaitility.await().until(() -> bridge.connections() <= 2);
        } finally {
            launched.close();
        }
    }

    @Test
    void nothing_is_left_in_the_temporary_folder_when_the_browser_was_killed() {
        Set<String> before = temporary();
        LauncherContract.started(launcher().launch(bridge, LIMIT)).kill();
        Set<String> fresh = temporary();
        fresh.removeAll(before);
        // Other processes of this machine use the folder too, but not by these names.
        fresh.removeIf(name -> !name.matches("(?i).*(chrom|mozilla|firefox|bascule-profile-"
                + ProcessHandle.current().pid() + "|Temp-).*"));
        // What the browser of a test beside this one has there goes with it; what a killed one left stays.
        Awaitility.await(fresh.toString()).until(() -> Collections.disjoint(temporary(), fresh));
    }

    private static Set<String> temporary() {
        String[] names = new File(System.getProperty("java.io.tmpdir")).list();
        return new HashSet<>(names == null ? List.of() : List.of(names));
    }
}
