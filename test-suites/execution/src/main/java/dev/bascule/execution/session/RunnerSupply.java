package dev.bascule.execution.session;

import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;

/** The source of an {@link IsolatedRunner}'s processes. Thread-safe. */
public interface RunnerSupply {

    /** Starts a process in which nothing ran before. */
    Launch launch();

    /** Opens a fresh page in the process of a runner, or starts a new process in its place; the old runner is closed. */
    Launch recycle(LaunchedRunner used);

    /** Closes a runner that came from here. May be called twice. */
    void release(LaunchedRunner used);
}
