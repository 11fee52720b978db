package dev.bascule.studies.conformance;

import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;

/** Where the runners of a column come from. */
public interface PackSource {

    /** A runner that is fit for a pack: the one at hand, else a new one. */
    Launcher.Launch runner();

    /** The runner at hand in a state in which nothing ran before: a fresh page, a new process. */
    Launcher.Launch fresh();

    /** The runner at hand is lost, silent or no longer sound. */
    void discard(LaunchedRunner runner);
}
