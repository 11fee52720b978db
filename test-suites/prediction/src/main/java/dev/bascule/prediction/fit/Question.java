package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A model whose time is asked for, and what was measured of it elsewhere. Immutable.
 *
 * @param model with its work
 * @param measured natural logarithms of milliseconds, by target; none of the target that is asked about
 */
public record Question(PredictedModel model, Map<TargetKey, Double> measured) {

    public Question {
        measured = Map.copyOf(measured);
    }

    /** What was measured on a target. */
    public OptionalDouble on(TargetKey target) {
        Double log = measured.get(target);
        return log == null ? OptionalDouble.empty() : OptionalDouble.of(log);
    }
}
