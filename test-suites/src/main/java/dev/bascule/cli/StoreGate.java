package dev.bascule.cli;

import dev.bascule.cli.output.Progress;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.reports.history.History;
import java.util.concurrent.CompletableFuture;

/**
 * Lets a run begin to measure only when the history is open: its results would have nowhere to go, and opening it would
 * disturb the first of them.
 *
 * @param shown hears everything
 * @param opening the history
 */
record StoreGate(Progress shown, CompletableFuture<History> opening) implements Progress {

    @Override
    public void planned(int cells) {
        HistoryAccess.await(opening);
        shown.planned(cells);
    }

    @Override
    public void started(Cell cell) {
        shown.started(cell);
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        shown.finished(cell, run);
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        shown.retried(cell, run);
    }

    @Override
    public void phase(String activity) {
        shown.phase(activity);
    }

    @Override
    public void note(String text) {
        shown.note(text);
    }

    @Override
    public void close() {
        shown.close();
    }
}
