package dev.bascule.bridge.direct;

import dev.bascule.bridge.page.LauncherContract;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.runner.FlatSteps;
import dev.bascule.fallback.runner.LaunchedRunner;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thousands of steps in a page, by a launcher that looks at no frame: what a driver keeps of them would count as the browser's memory. */
@Tag("browser")
@Tag("full")
class FlatStepsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"wasm, CPU, 16", "webnn, ML_TENSOR, 16", "webgpu, GPU_BUFFER, 8"})
    void many_steps_leave_the_memory_flat(String backend, CarryLocation location, int part) {
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                LaunchedRunner launched = LauncherContract.started(
                        RealBrowsers.launcher(bridge, RealBrowsers.shell()).launch(bridge, LauncherContract.LIMIT))) {
            FlatSteps.run(
                    launched,
                    Backends.installed().require(backend),
                    SessionSettings.defaults().withEvidence(false).withCarryLocation(location),
                    folder,
                    10_000,
                    part);
        }
    }
}
