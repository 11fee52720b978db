package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The runner's contract in the browser that only a driver starts; Firefox has it in its own test, without one. */
@Tag("browser")
@Tag("full")
class SeleniumRunnerTest {
    private static BridgeServer bridge;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class InTheBrowser implements RunnerContract {
        private final BrowserFamily family;
        private final Backend backend;
        private LaunchedRunner launched;

        InTheBrowser(BrowserFamily family, Backend backend) {
            this.family = family;
            this.backend = backend;
        }

        @BeforeAll
        void launch() {
            PageLauncher launcher =
                    new PageLauncher(bridge, LocalDrivers.of(family).hosts());
            launched = LauncherContract.started(launcher.launch(bridge, LauncherContract.LIMIT));
        }

        @AfterAll
        void close() {
            if (launched != null) {
                launched.close();
            }
        }

        @Override
        public Runner runner() {
            return launched.runner();
        }

        @Override
        public Backend backend() {
            return backend;
        }

        @Override
        public Path folder() {
            return folder;
        }
    }

    @Nested
    @Tag("webkitgtk")
    class WasmInWebKitGtk extends InTheBrowser {
        WasmInWebKitGtk() {
            super(BrowserFamily.WEBKITGTK, Backends.WASM);
        }
    }
}
