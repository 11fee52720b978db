package dev.bascule.prediction.feasible;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.work.OperatorClass;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What speaks against a model's running right on a target where nobody tried it, by how others fared there. Without a doubt is not
 * surely right: only a run shows that. How the model itself ended there {@link dev.bascule.prediction.data.CannotRun} tells.
 *
 * @param set what ran right
 * @param failures what did not
 * @param operators what operators came to
 */
public record Feasibility(TrainingSet set, List<FailedPair> failures, OperatorEvidence operators) {
    /** A target where more than one of so many fails is no safe choice for a model that was never tried there. */
    private static final int RARE = 20;
    /** So that nobody takes it for what was seen of the model itself. */
    private static final String INFERRED = "not expected to run, inferred from others: ";

    public Feasibility {
        failures = List.copyOf(failures);
    }

    /** Of which no operators are known. */
    public Feasibility(TrainingSet set, List<FailedPair> failures) {
        this(set, failures, OperatorEvidence.NONE);
    }

    /**
     * Why it is not expected to run, in one line that says that this is inferred: then no number is predicted of it. No verdict: it
     * was not tried, and who has time for it may. Empty where others show no such thing.
     */
    public Optional<String> cannot(PredictedModel model, TargetKey target) {
        // Where nothing at all ran right no operator is to blame more than the place itself.
        return allFailed(model, target)
                .or(() -> operators.refusal(model.sha256(), target))
                .map(INFERRED::concat);
    }

    private Optional<String> allFailed(PredictedModel model, TargetKey target) {
        long failed = failures.stream()
                .filter(pair ->
                        pair.target().equals(target) && !pair.model().sha256().equals(model.sha256()))
                .map(pair -> pair.model().sha256())
                .distinct()
                .count();
        boolean none =
                set.measuredOn(target).stream().allMatch(other -> other.sha256().equals(model.sha256()));
        return none && failed >= TargetOperators.ENOUGH
                ? Optional.of("none of %d models ran right there".formatted(failed))
                : Optional.empty();
    }

    /** Why it may not run, in one line; empty where nothing says so. */
    public Optional<String> doubt(PredictedModel model, TargetKey target) {
        List<PredictedModel> right = set.measuredOn(target);
        if (right.isEmpty()) {
            return Optional.of("no model ran right there");
        }
        long failed =
                failures.stream().filter(pair -> pair.target().equals(target)).count();
        if (failed * RARE > right.size() + failed) {
            return Optional.of("%d of %d models failed there".formatted(failed, right.size() + failed));
        }
        boolean kin = failures.stream()
                .anyMatch(pair -> pair.target().equals(target)
                        && pair.model().architecture().equals(model.architecture()));
        if (kin) {
            return Optional.of("a model of its architecture failed there");
        }
        if (operators.tells(model.sha256(), target)) {
            return operators.doubt(model.sha256(), target);
        }
        Set<OperatorClass> unseen = EnumSet.noneOf(OperatorClass.class);
        unseen.addAll(model.work().classes().keySet());
        right.forEach(other -> unseen.removeAll(other.work().classes().keySet()));
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of("no model with operators of %s ran right there".formatted(unseen));
    }
}
