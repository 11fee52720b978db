package dev.bascule.bridge.playwright;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.PackContract;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The runner's contract on each backend of a real page, packs of cases included. */
@Tag("browser")
@ExtendWith(RealBrowser.class)
class PlaywrightRunnerTest {
    private static Shared shared;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start(Shared browser) {
        shared = browser;
    }

    private interface InThePage extends RunnerContract, PackContract {
        @Override
        default Runner runner() {
            return shared.launched().runner();
        }

        @Override
        default Path folder() {
            return folder;
        }
    }

    @Nested
    class Wasm implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WASM;
        }
    }

    @Nested
    class WebNn implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WEBNN;
        }
    }

    @Nested
    class WebGpu implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WEBGPU;
        }
    }
}
