package dev.bascule.cli.command;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import java.util.Optional;
import java.util.function.Consumer;

/** Takes what is of no run of cases to the history. Stateless. */
public final class KeptInHistory {
    private KeptInHistory() {}

    /**
     * Writes it; where another process has the history open, such as a dashboard, that is said and what was made is worth what it was.
     *
     * @param as what it is kept as, with its id, for people
     * @return why not, where the history cannot be used or refuses it for another reason: whoever made it wants to see what came of it first
     */
    public static Optional<BasculeException> keep(
            CliContext context, String store, String as, Consumer<History> writing) {
        // Writing does not go with a pending interrupt.
        boolean interrupted = Thread.interrupted();
        try (History history = HistoryOpening.await(HistoryAccess.open(context, store))) {
            writing.accept(history);
            context.console().say("kept in the history as " + as);
            return Optional.empty();
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.STORE_LOCKED) {
                return Optional.of(e);
            }
            context.console().say("not kept in the history: " + e.getMessage());
            return Optional.empty();
        } catch (RuntimeException bug) {
            return Optional.of(unkept(bug));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Why a record could not be kept, or not be made. */
    public static BasculeException unkept(RuntimeException bug) {
        return bug instanceof BasculeException known
                ? known
                : BasculeException.because(bug, ErrorCode.INTERNAL_ERROR, "not kept in the history: " + bug);
    }
}
