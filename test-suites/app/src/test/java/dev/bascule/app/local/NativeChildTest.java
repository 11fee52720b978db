package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The native child as a real process over a real bridge. */
@Tag("native")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NativeChildTest implements RunnerContract {
    @TempDir
    Path folder;

    private BridgeServer bridge;
    private LaunchedRunner launched;

    @BeforeAll
    void launch() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        Launcher.Launch launch = new NativeLauncher(bridge.runnerSocket()).launch(bridge, Duration.ofSeconds(120));
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        launched = ((Launcher.Launch.Started) launch).launched();
    }

    @AfterAll
    void close() {
        launched.close();
        bridge.close();
    }

    @Override
    public Runner runner() {
        return launched.runner();
    }

    @Override
    public Backend backend() {
        return Backends.NATIVE_CPU;
    }

    @Override
    public Path folder() {
        return folder;
    }
}
