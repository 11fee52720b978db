package dev.bascule.cli.command;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.AllowedPaths;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Gets at the history. Stateless. */
public final class HistoryAccess {
    private HistoryAccess() {}

    /**
     * The history that is there; reading makes no new file.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} when there is none
     */
    public static History existing(CliContext context, String store) {
        return HistoryOpening.await(context.services().history(existingFile(context, store), talk(context)));
    }

    /**
     * The file itself, for what only a file has: copies, checks, deletions.
     *
     * @throws BasculeException {@link ErrorCode#NOTHING_SELECTED_TO_RUN} when there is none
     */
    public static DuckDbHistory file(CliContext context, String store) {
        return DuckDbHistory.open(existingFile(context, store), talk(context));
    }

    /** The same, to write a copy of it. */
    public static DuckDbHistory file(CliContext context, String store, AllowedPaths copy) {
        return DuckDbHistory.open(existingFile(context, store), copy, talk(context));
    }

    /** Whether there is one yet. */
    public static boolean exists(CliContext context, String store) {
        return Files.exists(path(context, store));
    }

    /** Where the history is, and is there. */
    public static Path existingFile(CliContext context, String store) {
        Path file = path(context, store);
        if (!exists(context, store)) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "there is no history '%s' yet".formatted(file),
                    "bascule run",
                    "name another file with --store FILE");
        }
        return file;
    }

    /** Begins to open the history, or a new one where there is none. */
    public static CompletableFuture<History> open(CliContext context, String store) {
        return context.services().history(path(context, store), talk(context));
    }

    /** Says what takes long when a history is opened. */
    public static Consumer<String> talk(CliContext context) {
        return context.console()::say;
    }

    private static Path path(CliContext context, String store) {
        return context.folder().resolve(store);
    }
}
