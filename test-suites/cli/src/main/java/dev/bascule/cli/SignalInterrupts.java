package dev.bascule.cli;

import dev.bascule.cli.command.Interrupts;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.time.GracePeriod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals INT and TERM interrupt the thread at work. A later one, or a thread that has not ended in time, ends the process
 * at once. A shutdown hook would not do: libraries that are still needed to write the report refuse to work in one. For one
 * thread at a time.
 */
final class SignalInterrupts implements Interrupts {
    private static final List<String> SIGNALS = List.of("INT", "TERM");
    /** Signals so close are one: GNU's timeout sends its own to the process and, at once, to the whole group. */
    private static final Duration ONE = Duration.ofMillis(500);

    private final GracePeriod gracePeriod;
    private final Runnable told;
    private final Runnable last;
    private final AtomicBoolean requested = new AtomicBoolean();
    private final CountDownLatch ending = new CountDownLatch(1);
    private volatile long first;
    private volatile boolean broken;
    private volatile @Nullable Thread working;

    /**
     * @param limit how long the thread has
     * @param told is run at the first signal
     * @param last is run before the process is ended at once, which runs no shutdown hook; must return soon
     */
    SignalInterrupts(Duration limit, Runnable told, Runnable last) {
        this.gracePeriod = new GracePeriod(limit);
        this.told = told;
        this.last = last;
    }

    @Override
    public boolean requested() {
        return requested.get();
    }

    @Override
    public <T> T during(Supplier<T> work) {
        CountDownLatch done = new CountDownLatch(1);
        SignalHandler handler = handler(Thread.currentThread(), done);
        List<Runnable> undo = new ArrayList<>();
        SIGNALS.forEach(name -> install(new Signal(name), handler, undo));
        working = Thread.currentThread();
        try {
            return work.get();
        } finally {
            done.countDown();
            working = null;
            undo.forEach(Runnable::run);
        }
    }

    private SignalHandler handler(Thread worker, CountDownLatch done) {
        return signal -> {
            long now = System.nanoTime();
            if (!requested.get()) {
                first = now;
            }
            if (!requested.compareAndSet(false, true)) {
                if (now - first < ONE.toNanos()) {
                    return;
                }
                halt(ExitCode.INTERRUPTED);
            }
            told.run();
            worker.interrupt();
            haltUnlessDone(done, ExitCode.INTERRUPTED);
        };
    }

    /**
     * Stops the thread at work as a signal does, for an error elsewhere after which nothing can be counted on; the process
     * ends with the exit code of a bug, in time.
     */
    void breakOff() {
        broken = true;
        requested.set(true);
        try {
            haltUnlessDone(ending, ExitCode.BUG);
            Optional.ofNullable(working).ifPresent(Thread::interrupt);
        } catch (Error e) {
            // Not even a thread can be had.
            halt(ExitCode.BUG);
        }
    }

    @Override
    public boolean broken() {
        return broken;
    }

    /** The process is about to end by itself. */
    void ended() {
        ending.countDown();
    }

    private static void install(Signal signal, SignalHandler handler, List<Runnable> undo) {
        try {
            SignalHandler before = Signal.handle(signal, handler);
            undo.add(() -> Signal.handle(signal, before));
        } catch (IllegalArgumentException reserved) {
            // The JVM was told to leave signals alone (-Xrs), or the system has none of this name: then it is not ours.
            undo.add(() -> {});
        }
    }

    private void haltUnlessDone(CountDownLatch done, ExitCode code) {
        Thread watch = new Thread(
                () -> {
                    try {
                        if (!gracePeriod.await(millis -> done.await(millis, TimeUnit.MILLISECONDS))) {
                            halt(code);
                        }
                    } catch (InterruptedException nobodyDoes) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bascule-interrupt");
        watch.setDaemon(true);
        watch.start();
    }

    private void halt(ExitCode code) {
        try {
            last.run();
        } finally {
            Runtime.getRuntime().halt(code.status());
        }
    }
}
