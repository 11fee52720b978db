package dev.bascule.cli.serve;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits beside the server until the coordinator within this process ends by itself. Thread-safe. */
final class CoordinatorWatch implements AutoCloseable {
    private final Thread thread;
    private volatile Optional<Failure> failure = Optional.empty();

    /** Waits as long as it runs; throws where it ends by itself. */
    @FunctionalInterface
    interface Run {
        void await() throws InterruptedException;
    }

    private CoordinatorWatch(Run run, Consumer<BasculeException> ended) {
        this.thread = new Thread(() -> watch(run, ended), "coordinator-watch");
        thread.setDaemon(true);
    }

    /** @param ended is told why, on the thread of the watch */
    static CoordinatorWatch over(Run run, Consumer<BasculeException> ended) {
        CoordinatorWatch watch = new CoordinatorWatch(run, ended);
        watch.thread.start();
        return watch;
    }

    private void watch(Run run, Consumer<BasculeException> ended) {
        try {
            run.await();
        } catch (BasculeException e) {
            told(e, ended);
        } catch (RuntimeException e) {
            told(
                    BasculeException.because(
                            e, ErrorCode.COORDINATOR_FAILED, "nobody knows whether the coordinator runs: " + e),
                    ended);
        } catch (InterruptedException e) {
            // The server ends.
        }
    }

    private void told(BasculeException why, Consumer<BasculeException> ended) {
        failure = Optional.of(why.failure());
        ended.accept(why);
    }

    /** How the server exits: as the coordinator did where that ended by itself, or else as it would. */
    ExitCode exit(ExitCode usual) {
        return failure.map(why -> why.code().exitCode()).orElse(usual);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
