package dev.bascule.suites.execution;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Threads for untimed work of a run. They live as long as a {@link Batch} of tasks does, so that none is left when the timed
 * part begins; {@link TimedRegions} holds them to it. Thread-safe.
 *
 * @param count how many tasks run side by side; one alone runs on the thread that waits for it
 * @param regions what is timed in this run
 */
public record Workers(int count, TimedRegions regions) {

    /** Begins tasks, which run in order as far as there are workers. */
    public <T> Batch<T> begin(List<Supplier<T>> tasks) {
        List<FutureTask<T>> begun = new ArrayList<>();
        tasks.forEach(task -> begun.add(new FutureTask<>(() -> regions.untimed(task))));
        return new Batch<>(begun, Math.min(count, tasks.size()));
    }

    /** Tasks that were begun. For one thread. */
    public static final class Batch<T> implements AutoCloseable {
        private final List<FutureTask<T>> tasks;
        private final boolean alone;
        private final ExecutorService threads;

        private Batch(List<FutureTask<T>> tasks, int workers) {
            this.tasks = tasks;
            this.alone = workers < 2;
            AtomicInteger number = new AtomicInteger();
            this.threads = Executors.newFixedThreadPool(Math.max(1, workers), work -> {
                Thread thread = new Thread(work, "bascule-worker-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            });
            if (!alone) {
                tasks.forEach(threads::execute);
            }
        }

        /**
         * Waits for a task.
         *
         * @throws BasculeException {@link ErrorCode#RUN_INTERRUPTED} where the thread is interrupted meanwhile, which it stays
         * @throws RuntimeException what the task threw
         */
        public T await(int task) {
            FutureTask<T> wanted = tasks.get(task);
            if (alone) {
                wanted.run();
            }
            try {
                return wanted.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while getting ready");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                if (e.getCause() instanceof Error grave) {
                    throw grave;
                }
                throw new IllegalStateException(e);
            }
        }

        /** Drops the tasks that wait, interrupts those that run, and returns when none runs any more. */
        @Override
        public void close() {
            tasks.forEach((Future<T> task) -> task.cancel(true));
            threads.shutdownNow();
            boolean interrupted = false;
            boolean ended = false;
            while (!ended) {
                try {
                    ended = threads.awaitTermination(1, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
