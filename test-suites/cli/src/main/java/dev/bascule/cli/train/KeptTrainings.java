package dev.bascule.cli.train;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.training.TrainingRun;
import java.util.List;
import java.util.Optional;

/** Takes trainings to the history. Stateless. */
public final class KeptTrainings {
    private KeptTrainings() {}

    /**
     * Writes them; where another process has the history open, such as a dashboard, that is said and the training is worth what it was.
     *
     * @return why not, where the history cannot be used for another reason: whoever trained wants to see what came of it first
     */
    public static Optional<BasculeException> keep(CliContext context, String store, List<TrainingRun> runs) {
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        // Writing does not go with a pending interrupt.
        boolean interrupted = Thread.interrupted();
        try (History history = HistoryOpening.await(HistoryAccess.open(context, store))) {
            history.keepTrainings(runs);
            context.console()
                    .say("kept in the history as training %s"
                            .formatted(runs.get(0).key().command()));
            return Optional.empty();
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.STORE_LOCKED) {
                return Optional.of(e);
            }
            context.console().say("not kept in the history: " + e.getMessage());
            return Optional.empty();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
