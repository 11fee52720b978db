package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What becomes of a history that {@link DuckDbHistory#openAsync} opens. Stateless. */
public final class HistoryOpening {
    private HistoryOpening() {}

    /** The opened history; what kept it from opening is thrown as it was. */
    public static History await(CompletableFuture<History> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BasculeException known) {
                throw known;
            }
            throw e;
        }
    }

    /** Lets go of a history that is not needed after all, and waits for that: nobody is left who makes files afterwards. */
    public static void letGo(CompletableFuture<History> opening) {
        opening.thenAccept(History::close).handle((closed, refused) -> true).join();
    }
}
