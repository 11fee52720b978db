package dev.bascule.cli.collect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** A thread for each worker: their machines wait for nobody. Stateless. */
final class WorkerThreads {
    private WorkerThreads() {}

    /**
     * What came of each, in their order. An interrupt goes on to all of them, which keep what they have.
     *
     * @param works one at least; what they throw ends all
     * @param farewell after an interrupt, how long to wait for all of them together
     * @param late stands for the one of that index that was not over by then
     */
    static <T> List<T> all(List<Callable<T>> works, Duration farewell, IntFunction<T> late) {
        ExecutorService threads = Executors.newFixedThreadPool(works.size(), named("collect"));
        try {
            return gathered(works.stream().map(threads::submit).toList(), threads, farewell, late);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> List<T> gathered(
            List<Future<T>> all, ExecutorService threads, Duration farewell, IntFunction<T> late) {
        List<T> came = new ArrayList<>();
        boolean interrupted = false;
        long until = 0;
        while (came.size() < all.size()) {
            Future<T> next = all.get(came.size());
            try {
                came.add(interrupted ? next.get(until - System.nanoTime(), TimeUnit.NANOSECONDS) : next.get());
            } catch (InterruptedException e) {
                if (!interrupted) {
                    interrupted = true;
                    until = System.nanoTime() + farewell.toNanos();
                    threads.shutdownNow();
                }
            } catch (TimeoutException e) {
                came.add(late.apply(came.size()));
            } catch (ExecutionException e) {
                throw new IllegalStateException("a worker's thread ended", e.getCause());
            }
        }
        return came;
    }

    /** None of them keeps the process alive. */
    static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
