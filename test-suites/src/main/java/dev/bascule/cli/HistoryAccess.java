package dev.bascule.cli;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Gets at the history. Stateless. */
final class HistoryAccess {
    private HistoryAccess() {}

    /**
     * The history that is there; reading makes no new file.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} when there is none
     */
    static History existing(CliContext context, String store) {
        Path file = file(context, store);
        if (!Files.exists(file)) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "there is no history '%s' yet".formatted(file),
                    "bascule run",
                    "name another file with --store FILE");
        }
        return await(context.services().history(file));
    }

    /** Begins to open the history, or a new one where there is none. */
    static CompletableFuture<History> open(CliContext context, String store) {
        return context.services().history(file(context, store));
    }

    private static Path file(CliContext context, String store) {
        return context.folder().resolve(store);
    }

    /** The opened history; what kept it from opening is thrown as it was. */
    static History await(CompletableFuture<History> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BasculeException known) {
                throw known;
            }
            throw e;
        }
    }

    /** Lets go of a history that is not needed after all, once it is open. */
    static void letGo(CompletableFuture<History> opening) {
        CompletableFuture<Void> unused = opening.thenAccept(History::close);
    }
}
