package dev.bascule.app.run;

import dev.bascule.execution.service.Readiness;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.util.concurrent.CompletableFuture;

/**
 * A history that opens while a run gets ready. Nothing is measured before: results would have nowhere to go, and opening it
 * would disturb the first of them.
 */
public record StoreReadiness(CompletableFuture<History> opening) implements Readiness {

    @Override
    public void check() {
        if (opening.isDone()) {
            await();
        }
    }

    @Override
    public void await() {
        HistoryOpening.await(opening);
    }
}
