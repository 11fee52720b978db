package dev.bascule.prediction.select;

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
 * surely right: only a run shows that.
 *
 * @param set what ran right
 * @param failures what did not
 */
public record Feasibility(TrainingSet set, List<FailedPair> failures) {
    /** A target where more than one of so many fails is no safe choice for a model that was never tried there. */
    private static final int RARE = 20;

    public Feasibility {
        failures = List.copyOf(failures);
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
            return Optional.of("another model of its architecture failed there");
        }
        Set<OperatorClass> unseen = EnumSet.noneOf(OperatorClass.class);
        unseen.addAll(model.work().classes().keySet());
        right.forEach(other -> unseen.removeAll(other.work().classes().keySet()));
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of("no model with operators of %s ran right there".formatted(unseen));
    }
}
