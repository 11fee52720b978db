package dev.bascule.execution;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.Runner;
import java.util.Map;
import java.util.Optional;

/** The live runner of one backend in one source: started when first needed, replaced when it is no longer sound. */
final class Lane implements AutoCloseable {
    private final RunnerSource source;
    private final Backend backend;
    private volatile Optional<LaunchedRunner> current = Optional.empty();

    Lane(RunnerSource source, Backend backend) {
        this.source = source;
        this.backend = backend;
    }

    /** Either a runner that is fit for a job, or why there is none. */
    sealed interface Entry {
        record Ready(Runner runner) implements Entry {}

        record Closed(Failure failure) implements Entry {}
    }

    Entry enter() {
        if (current.isPresent()) {
            return new Entry.Ready(current.get().runner());
        }
        Launcher.Launch launch = source.launch(backend);
        if (launch instanceof Launcher.Launch.Started started) {
            current = Optional.of(started.launched());
            return new Entry.Ready(started.launched().runner());
        }
        return new Entry.Closed(((Launcher.Launch.NotStarted) launch).failure());
    }

    /** Reads the memory of the live runner's processes. */
    Optional<MemoryMeter> memory() {
        return current.flatMap(LaunchedRunner::memory);
    }

    /** What the live runner's browser says of its graphics; nothing where none is alive. */
    Map<String, String> internals() {
        return current.map(LaunchedRunner::internals).orElse(Map.of());
    }

    /** The runner is poisoned, lost or silent: kill it; the next job gets a fresh one. */
    void discard() {
        current.ifPresent(LaunchedRunner::kill);
        close();
    }

    void kill() {
        current.ifPresent(LaunchedRunner::kill);
    }

    @Override
    public void close() {
        current.ifPresent(LaunchedRunner::close);
        current = Optional.empty();
    }
}
