package dev.bascule.execution;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Slow tasks that wait for processes, run side by side and all awaited. Stateless. */
public final class ParallelTasks {
    private ParallelTasks() {}

    public static void run(List<Runnable> works) {
        if (works.size() == 1) {
            works.get(0).run();
            return;
        }
        // A thread each: what they do is wait, and the common pool may have one thread only.
        List<CompletableFuture<Void>> running = works.stream()
                .map(work -> CompletableFuture.runAsync(work, task -> {
                    Thread thread = new Thread(task, "side-by-side");
                    thread.setDaemon(true);
                    thread.start();
                }))
                .toList();
        try {
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).get();
        } catch (InterruptedException e) {
            // One who wants out gets out; whoever stops the run kills what was being started.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
