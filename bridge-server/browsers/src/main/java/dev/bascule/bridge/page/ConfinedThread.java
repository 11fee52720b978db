package dev.bascule.bridge.page;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one thread that a library's object belongs to which drives a browser. A call may block for ever once the browser's
 * GPU process has died, so nobody waits for it longer than a limit; a thread that is stuck is let go, it is a daemon.
 * Thread-safe.
 */
public final class ConfinedThread {
    private final ScheduledExecutorService thread;

    public ConfinedThread(String name) {
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Runs a task on the thread and waits for it.
     *
     * @throws TimeoutException when it has not ended within the limit; it may go on
     * @throws ExecutionException when it failed
     */
    public <T> T call(Duration limit, Callable<T> task) throws TimeoutException, ExecutionException {
        Future<T> running;
        try {
            running = thread.submit(task);
        } catch (RejectedExecutionException e) {
            throw new ExecutionException("it is closed", e);
        }
        try {
            return running.get(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            running.cancel(false);
            throw e;
        } catch (InterruptedException e) {
            running.cancel(false);
            Thread.currentThread().interrupt();
            throw new ExecutionException("interrupted", e);
        }
    }

    /** Runs a task some time soon; nobody waits for it. */
    public void later(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // It is closed, and so is what the task was about.
            return;
        }
    }

    /** Runs a task again and again until it throws. */
    public void repeat(Duration every, Runnable task) {
        thread.scheduleWithFixedDelay(task, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Takes no more tasks after this one, and waits for none: a stuck one may hold the thread for ever. */
    public void stop(Runnable last) {
        try {
            thread.execute(last);
        } catch (RejectedExecutionException e) {
            // It was stopped before.
            return;
        }
        thread.shutdown();
    }
}
