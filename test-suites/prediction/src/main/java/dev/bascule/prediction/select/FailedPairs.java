package dev.bascule.prediction.select;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a history has of models that ended badly. Stateless. */
public final class FailedPairs {
    private static final Set<Outcome> BAD =
            Set.of(Outcome.UNSUPPORTED, Outcome.COMPILE_FAILED, Outcome.OUT_OF_MEMORY, Outcome.WRONG, Outcome.CRASHED);

    private record Pair(PredictedModel.Key model, TargetKey target) {}

    private FailedPairs() {}

    /** Those whose newest attempt did, of models whose work is known. */
    public static List<FailedPair> of(TrainingSet set, List<TimedAttempt> attempts) {
        Map<Pair, TimedAttempt> newest = new HashMap<>();
        for (TimedAttempt attempt : attempts) {
            newest.merge(
                    pair(attempt),
                    attempt,
                    (one, other) ->
                            other.origin().startedAt().isBefore(one.origin().startedAt()) ? one : other);
        }
        List<FailedPair> failed = new ArrayList<>();
        newest.forEach((pair, attempt) -> Optional.ofNullable(set.models().get(pair.model()))
                .filter(model -> BAD.contains(attempt.outcome()))
                .ifPresent(model -> failed.add(new FailedPair(model, pair.target()))));
        return List.copyOf(failed);
    }

    private static Pair pair(TimedAttempt attempt) {
        return new Pair(
                new PredictedModel.Key(
                        attempt.subject().sha256(), attempt.subject().inputs()),
                new TargetKey(
                        attempt.origin().machine(),
                        attempt.target().id(),
                        attempt.threads().orElse(1)));
    }
}
