package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.LeftBehind;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract for a browser that is started without a driver. */
@Tag("browser")
abstract class ProcessContract implements LauncherContract {
    private static BridgeServer bridge;

    @TempDir
    Path folder;

    private Set<String> temporaryBefore = Set.of();

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

    /** Many pages one after the other do not pile up. */
    @Override
    public void goesOn(LaunchedRunner launched) {
        for (int i = 0; i < 12; i++) {
            LauncherContract.started(launched.recycle(bridge, LIMIT));
        }
        // Each leaves when it is told goodbye, as soon as it comes to that.
        Awaitility.await().until(() -> bridge.connections() <= 2);
    }

    @BeforeEach
    void lookAround() {
        temporaryBefore = temporary();
    }

    /** Nor is anything left in the temporary folder, however the browser was ended. */
    @Override
    public void leavesNothing(LeftBehind before) {
        LauncherContract.super.leavesNothing(before);
        Set<String> fresh = temporary();
        fresh.removeAll(temporaryBefore);
        // Other processes of this machine use the folder too, but not by these names.
        fresh.removeIf(name -> !name.matches("(?i).*(chrom|mozilla|firefox|bascule-profile-"
                + ProcessHandle.current().pid() + "|Temp-).*"));
        // The lock of a Firefox that starts: of a test beside this one, for ours start without; one killed there leaves
        // it to the next.
        fresh.removeIf(name -> name.matches("firefox(-esr)?"));
        // What the browser of a test beside this one has there goes with it; what a killed one left stays.
        Awaitility.await(fresh.toString()).until(() -> Collections.disjoint(temporary(), fresh));
    }

    private static Set<String> temporary() {
        String[] names = new File(System.getProperty("java.io.tmpdir")).list();
        return new HashSet<>(names == null ? List.of() : List.of(names));
    }
}
