package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Console;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Says now and then what goes on without a word, so that nobody reading a log takes a long cell for one that hangs. One
 * wake-up for each line: nothing that a measurement would notice. Thread-safe.
 */
final class Heartbeat implements AutoCloseable {
    private final Console console;
    private final Duration silence;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "heartbeat");
        thread.setDaemon(true);
        return thread;
    });
    private Optional<ScheduledFuture<?>> next = Optional.empty();

    /** @param silence how long nothing may be said */
    Heartbeat(Console console, Duration silence) {
        this.console = console;
        this.silence = silence;
    }

    /** This begins now, and what was going on has ended. */
    synchronized void beat(String activity) {
        rest();
        if (timer.isShutdown()) {
            return;
        }
        long begin = System.nanoTime();
        next = Optional.of(timer.scheduleAtFixedRate(
                () -> say(activity, Duration.ofNanos(System.nanoTime() - begin)),
                silence.toNanos(),
                silence.toNanos(),
                TimeUnit.NANOSECONDS));
    }

    /** What was going on has ended. */
    synchronized void rest() {
        next.ifPresent(line -> line.cancel(false));
        next = Optional.empty();
    }

    private void say(String activity, Duration since) {
        console.say("… %s (%d s)".formatted(activity, since.toSeconds()));
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
    }
}
