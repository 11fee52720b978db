package dev.bascule.cli;

import dev.bascule.cli.output.Progress;
import dev.bascule.execution.service.RelayedListener;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.util.concurrent.CompletableFuture;

/**
 * Lets a run begin to measure only when the history is open: its results would have nowhere to go, and opening it would
 * disturb the first of them.
 */
final class StoreGate extends RelayedListener implements Progress {
    private final Progress shown;
    private final CompletableFuture<History> opening;

    /**
     * @param shown hears everything
     * @param opening the history
     */
    StoreGate(Progress shown, CompletableFuture<History> opening) {
        super(shown);
        this.shown = shown;
        this.opening = opening;
    }

    /** What is known by now of a history that cannot be opened is told before anything more is started. */
    @Override
    public void phase(String text) {
        if (opening.isDone()) {
            HistoryOpening.await(opening);
        }
        super.phase(text);
    }

    @Override
    public void planned(int cells) {
        HistoryOpening.await(opening);
        super.planned(cells);
    }

    @Override
    public void close() {
        shown.close();
    }
}
