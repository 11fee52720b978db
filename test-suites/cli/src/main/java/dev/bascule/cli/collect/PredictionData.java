package dev.bascule.cli.collect;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPairs;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.feasible.OperatorEvidence;
import dev.bascule.prediction.file.DataFile;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.TimedAttempt;
import java.nio.file.Path;
import java.util.List;

/**
 * What predictions are made from.
 *
 * @param set the product's data, those of the files named, and the history's
 * @param attempts of the history, failed ones too
 * @param operators what they came to in the history
 */
public record PredictionData(TrainingSet set, List<TimedAttempt> attempts, OperatorEvidence operators) {

    public PredictionData {
        attempts = List.copyOf(attempts);
    }

    /** Of which nothing is known of operators. */
    public PredictionData(TrainingSet set, List<TimedAttempt> attempts) {
        this(set, attempts, OperatorEvidence.NONE);
    }

    /** @param files of other machines' data */
    public static PredictionData of(CliContext context, String store, List<Path> files) {
        TrainingSet others = DataFile.shipped();
        for (Path file : files) {
            others = others.plus(DataFile.read(context.folder().resolve(file)));
        }
        if (!HistoryAccess.exists(context, store)) {
            return new PredictionData(others, List.of());
        }
        try (History history = HistoryAccess.existing(context, store)) {
            List<TimedAttempt> attempts = history.timedAttempts();
            return new PredictionData(
                    others.plus(HistoryData.of(history.works(), attempts)),
                    attempts,
                    OperatorEvidence.of(history, attempts));
        }
    }

    /** With the operators of a model that the history may not have. */
    public PredictionData with(ModelInfo model) {
        return new PredictionData(set, attempts, operators.with(model.sha256(), model.signatures()));
    }

    /** Whether models are expected to run on targets at all. */
    public Feasibility feasibility() {
        return new Feasibility(set, FailedPairs.of(set, attempts), operators);
    }
}
