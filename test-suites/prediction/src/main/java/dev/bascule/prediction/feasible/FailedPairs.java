package dev.bascule.prediction.feasible;

import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.reports.history.TimedAttempt;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a history has of models that ended badly. Stateless. */
public final class FailedPairs {
    private FailedPairs() {}

    /** Those whose newest attempt did, of models whose work is known. */
    public static List<FailedPair> of(TrainingSet set, List<TimedAttempt> attempts) {
        CannotRun ends = CannotRun.of(attempts);
        Set<FailedPair> failed = new LinkedHashSet<>();
        for (TimedAttempt attempt : attempts) {
            TargetKey target = HistoryData.target(attempt);
            Optional.ofNullable(set.models()
                            .get(new PredictedModel.Key(
                                    attempt.subject().sha256(),
                                    attempt.subject().inputs())))
                    .filter(model -> ends.failed(model.key(), target))
                    .ifPresent(model -> failed.add(new FailedPair(model, target)));
        }
        return List.copyOf(failed);
    }
}
