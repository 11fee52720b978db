package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.EngineOption;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.RefusedException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A backend of an engine that a process starts once, when it is first asked for. Thread-safe.
 *
 * @param <E> the engine
 */
abstract class EngineDriver<E> implements BackendDriver {
    private final Backend backend;
    private Optional<E> engine = Optional.empty();

    EngineDriver(Backend backend) {
        this.backend = backend;
    }

    /** Loads the engine's libraries; asked again only after it refused. */
    abstract E start() throws RefusedException;

    /** What an engine that runs says of itself. */
    abstract Engine identity(E started);

    final synchronized E started() throws RefusedException {
        if (engine.isPresent()) {
            return engine.get();
        }
        E fresh = start();
        engine = Optional.of(fresh);
        return fresh;
    }

    @Override
    public final Backend backend() {
        return backend;
    }

    @Override
    public final Optional<Engine> engine() {
        try {
            return Optional.of(identity(started()));
        } catch (RefusedException e) {
            return Optional.empty();
        }
    }

    @Override
    public final Set<EngineOption> options() {
        return EnumSet.allOf(EngineOption.class);
    }

    /** The engine is one for the process, and ends with it. */
    @Override
    public final void close() {}
}
