package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.runner.FlatSteps;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.PackContract;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.fallback.runner.StepsContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every runner does, done by a real child process over a real socket. */
@Tag("native")
class NativeLauncherTest implements RunnerContract, PackContract, StepsContract {
    private static SocketHost host;
    private static LaunchedRunner launched;

    @TempDir
    static Path folder;

    @BeforeAll
    static void launch() {
        host = new SocketHost();
        Launcher.Launch launch = new NativeLauncher(host.uri()).launch(host.hub(), Duration.ofMinutes(1));
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        launched = ((Launcher.Launch.Started) launch).launched();
    }

    @AfterAll
    static void leave() {
        launched.close();
        host.close();
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

    /** Its heap still grows in the first ten thousand: 8 to 9 kB a step where it was looked at. */
    @Test
    @Tag("full")
    void sixty_thousand_steps_leave_its_memory_flat() {
        FlatSteps.run(launched, backend(), SessionSettings.defaults(), folder, 60_000, 64);
    }
}
