package dev.bascule.fallback.runner;

import dev.bascule.fallback.error.Failure;
import java.time.Duration;

/** Starts, watches and kills a runner. Implementations are thread-safe. */
public interface Launcher {

    /** Its word in results: {@code playwright}, {@code native}. */
    String id();

    /**
     * Starts a fresh process that joins through the gateway, and waits until it has said what it can do.
     *
     * @param timeout for all of it; a process that has not joined by then is killed
     */
    Launch launch(RunnerGateway gateway, Duration timeout);

    /** What came of it. */
    sealed interface Launch {

        record Started(LaunchedRunner launched) implements Launch {}

        record NotStarted(Failure failure) implements Launch {}
    }
}
