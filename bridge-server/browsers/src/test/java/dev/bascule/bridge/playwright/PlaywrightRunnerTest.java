package dev.bascule.bridge.playwright;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.runner.PackContract;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.fallback.runner.StepsContract;
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

    /** Steps on a state that stays at one place. */
    private interface StateStays extends StepsContract {
        CarryLocation location();

        @Override
        default Runner runner() {
            return shared.launched().runner();
        }

        @Override
        default Path folder() {
            return folder;
        }

        @Override
        default SessionSettings settings() {
            return SessionSettings.defaults().withEvidence(false).withCarryLocation(location());
        }
    }

    @Nested
    class Wasm implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WASM;
        }
    }

    /** In {@code mvn verify} {@link PublishedModelTest} runs on it, and {@link InTensorsOfWebNn}. */
    @Nested
    @Tag("full")
    class WebNn implements InThePage {
        @Override
        public Backend backend() {
            return Backends.WEBNN;
        }
    }

    /** In {@code mvn verify} {@link PublishedModelTest} runs on it, and {@link InBuffersOfWebGpu}. */
    @Nested
    @Tag("full")
    class WebGpu implements RunnerContract {
        @Override
        public Runner runner() {
            return shared.launched().runner();
        }

        @Override
        public Backend backend() {
            return Backends.WEBGPU;
        }

        @Override
        public Path folder() {
            return folder;
        }
    }

    /** The page takes a pack apart alike for each backend: in {@code mvn verify} that is seen on WASM. */
    @Nested
    @Tag("full")
    class PacksOfWebGpu implements PackContract {
        @Override
        public Runner runner() {
            return shared.launched().runner();
        }

        @Override
        public Backend backend() {
            return Backends.WEBGPU;
        }

        @Override
        public Path folder() {
            return folder;
        }
    }

    @Nested
    class InMemoryOfWasm implements StateStays {
        @Override
        public Backend backend() {
            return Backends.WASM;
        }

        @Override
        public CarryLocation location() {
            return CarryLocation.CPU;
        }

        @Override
        public boolean carriesByCopy() {
            return true;
        }
    }

    @Nested
    class InTensorsOfWebNn implements StateStays {
        @Override
        public Backend backend() {
            return Backends.WEBNN;
        }

        @Override
        public CarryLocation location() {
            return CarryLocation.ML_TENSOR;
        }
    }

    @Nested
    class InBuffersOfWebGpu implements StateStays {
        @Override
        public Backend backend() {
            return Backends.WEBGPU;
        }

        @Override
        public CarryLocation location() {
            return CarryLocation.GPU_BUFFER;
        }
    }
}
