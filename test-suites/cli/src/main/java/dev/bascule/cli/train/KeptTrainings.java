package dev.bascule.cli.train;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.KeptInHistory;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.training.TrainingRun;
import java.util.List;
import java.util.Optional;

/** Takes trainings to the history. Stateless. */
public final class KeptTrainings {
    private KeptTrainings() {}

    /**
     * Writes them, as {@link KeptInHistory}; of none nothing is said.
     *
     * @return why not, where the history cannot be used
     */
    public static Optional<BasculeException> keep(CliContext context, String store, List<TrainingRun> runs) {
        return runs.isEmpty()
                ? Optional.empty()
                : KeptInHistory.keep(
                        context,
                        store,
                        "training " + runs.get(0).key().command(),
                        history -> history.keepTrainings(runs));
    }
}
