package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.fallback.runner.StepsContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The runner's contract, passed by a real child that stands on an installed set of libraries; skipped where it is not. */
@Tag("native")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LibrarySetContract implements RunnerContract, StepsContract {
    private final Backend backend;
    private Optional<SocketHost> host = Optional.empty();
    private Optional<LaunchedRunner> launched = Optional.empty();

    @TempDir
    Path folder;

    LibrarySetContract(Backend backend) {
        this.backend = backend;
    }

    @AfterAll
    void leave() {
        launched.ifPresent(LaunchedRunner::close);
        host.ifPresent(SocketHost::close);
    }

    @Override
    public Runner runner() {
        if (launched.isEmpty()) {
            launched = Optional.of(launch());
        }
        return launched.get().runner();
    }

    /** With the first test that asks for it: where the set is here and of no use, the tests skip, which only a test can. */
    private LaunchedRunner launch() {
        SocketHost socket = host.orElseGet(SocketHost::new);
        host = Optional.of(socket);
        NativeLauncher launcher = new NativeLauncher(socket.uri());
        Optional<BackendReport> absence = launcher.absence(backend);
        assumeTrue(
                absence.isEmpty(), () -> absence.flatMap(BackendReport::reason).orElse("absent"));
        Launcher.Launch launch = launcher.forBackend(backend).launch(socket.hub(), Duration.ofSeconds(60));
        assertThat(launch).isInstanceOf(Launcher.Launch.Started.class);
        return ((Launcher.Launch.Started) launch).launched();
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
