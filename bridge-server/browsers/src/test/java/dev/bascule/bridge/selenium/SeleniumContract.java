package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.runner.Launcher;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The launcher's contract on a browser of this machine by its driver. */
@Tag("browser")
abstract class SeleniumContract implements LauncherContract {
    private static BridgeServer bridge;

    private final BrowserFamily family;

    @TempDir
    Path folder;

    SeleniumContract(BrowserFamily family) {
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
        return new PageLauncher(bridge, LocalDrivers.of(family).hosts());
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public ProcessHandle browser(List<ProcessHandle> started) {
        return started.stream()
                .filter(process -> isFirst(Processes.commandLine(process)))
                .findFirst()
                .orElseThrow();
    }

    private boolean isFirst(String line) {
        return switch (family.engine()) {
            case CHROMIUM -> line.contains("--user-data-dir=") && !line.contains("--type=");
            case GECKO -> line.contains("--marionette") && !line.contains("-contentproc");
            case WEBKIT -> line.contains("MiniBrowser");
        };
    }
}
