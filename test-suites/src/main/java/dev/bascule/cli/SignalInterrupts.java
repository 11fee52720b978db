package dev.bascule.cli;

import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.time.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Signals INT and TERM interrupt the thread at work. A second one, or a thread that has not ended in time, ends the process
 * at once. A shutdown hook would not do: libraries that are still needed to write the report refuse to work in one. For one
 * thread at a time.
 */
final class SignalInterrupts implements Interrupts {
    private static final List<String> SIGNALS = List.of("INT", "TERM");

    private final Patience patience;
    private final Runnable told;
    private final Runnable last;
    private final AtomicBoolean requested = new AtomicBoolean();

    /**
     * @param limit how long the thread has
     * @param told is run at the first signal
     * @param last is run before the process is ended at once, which runs no shutdown hook; must return soon
     */
    SignalInterrupts(Duration limit, Runnable told, Runnable last) {
        this.patience = new Patience(limit);
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
        try {
            return work.get();
        } finally {
            done.countDown();
            undo.forEach(Runnable::run);
        }
    }

    private SignalHandler handler(Thread worker, CountDownLatch done) {
        return signal -> {
            if (!requested.compareAndSet(false, true)) {
                halt();
            }
            told.run();
            worker.interrupt();
            haltUnlessDone(done);
        };
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

    private void haltUnlessDone(CountDownLatch done) {
        Thread watch = new Thread(
                () -> {
                    try {
                        if (!patience.await(millis -> done.await(millis, TimeUnit.MILLISECONDS))) {
                            halt();
                        }
                    } catch (InterruptedException nobodyDoes) {
                        Thread.currentThread().interrupt();
                    }
                },
                "bascule-interrupt");
        watch.setDaemon(true);
        watch.start();
    }

    private void halt() {
        try {
            last.run();
        } finally {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED.status());
        }
    }
}
