package dev.bascule.bridge.process;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells when a process ends that this JVM did not start itself. {@link ProcessHandle#onExit} is of no use for these: the
 * JDK looks at them less and less often, in the end every five seconds. Thread-safe.
 */
public final class ProcessWatch {
    static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bascule-process-watch");
        thread.setDaemon(true);
        return thread;
    });

    private ProcessWatch() {}

    /** Runs an action once, soon after the process has ended. The action must be short. */
    public static void onEnd(ProcessHandle process, Runnable action) {
        AtomicReference<ScheduledFuture<?>> self = new AtomicReference<>();
        Runnable look = () -> {
            ScheduledFuture<?> own = self.get();
            if (own != null && !own.isCancelled() && !Processes.runs(process)) {
                own.cancel(false);
                action.run();
            }
        };
        long every = LOOK_EVERY.toMillis();
        self.set(WATCH.scheduleWithFixedDelay(look, every, every, TimeUnit.MILLISECONDS));
    }
}
