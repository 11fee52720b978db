package dev.bascule.reports.history;

import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs with their cells, which another thread makes a few runs ahead of the one that writes. The runs themselves are asked for
 * by the writing thread alone.
 */
final class PreparedRuns implements Iterator<PreparedRuns.Prepared>, AutoCloseable {
    private static final int AHEAD = 4;

    private final Iterator<RunRecord> runs;
    private final Deque<CompletableFuture<Prepared>> ahead = new ArrayDeque<>();
    private final ExecutorService maker = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "history-cells");
        thread.setDaemon(true);
        return thread;
    });

    /** A run and what the matrix shows of it. */
    record Prepared(RunRecord run, List<PlacedCell> cells) {

        static Prepared of(RunRecord run) {
            return new Prepared(run, PlacedCell.of(run));
        }
    }

    PreparedRuns(Iterator<RunRecord> runs) {
        this.runs = runs;
    }

    @Override
    public boolean hasNext() {
        return !ahead.isEmpty() || runs.hasNext();
    }

    @Override
    public Prepared next() {
        while (ahead.size() < AHEAD && runs.hasNext()) {
            RunRecord run = runs.next();
            ahead.add(CompletableFuture.supplyAsync(() -> Prepared.of(run), maker));
        }
        if (ahead.isEmpty()) {
            throw new NoSuchElementException();
        }
        try {
            return ahead.remove().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    @Override
    public void close() {
        maker.shutdownNow();
    }
}
