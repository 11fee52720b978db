package dev.bascule.execution;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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
        private final List<Thread> threads = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();
        private volatile boolean closed;

        private Batch(List<FutureTask<T>> tasks, int workers) {
            this.tasks = tasks;
            for (int i = 1; workers > 1 && i <= workers; i++) {
                Thread thread = new Thread(this::work, "bascule-worker-" + i);
                thread.setDaemon(true);
                threads.add(thread);
            }
            threads.forEach(Thread::start);
        }

        private void work() {
            for (int task = next.getAndIncrement(); task < tasks.size() && !closed; task = next.getAndIncrement()) {
                tasks.get(task).run();
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
            if (threads.isEmpty()) {
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

        /** Drops the tasks that wait, interrupts those that run, and returns when no worker lives any more. */
        @Override
        public void close() {
            closed = true;
            threads.forEach(Thread::interrupt);
            boolean interrupted = false;
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    try {
                        thread.join();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
