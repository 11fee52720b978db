package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Circumstance;
import java.util.Optional;

/**
 * A model that was predicted without having been seen, and what was measured. Immutable.
 *
 * @param method which predicted
 * @param model what
 * @param target where
 * @param miss predicted minus measured, in natural logarithms
 * @param at what was known of the prediction beforehand; empty of baselines and of a target that is new
 */
public record Trial(String method, PredictedModel model, TargetKey target, double miss, Optional<Circumstance> at) {
    /** One of whose circumstances nothing is known. */
    public Trial(String method, PredictedModel model, TargetKey target, double miss) {
        this(method, model, target, miss, Optional.empty());
    }

    /** How far off the predicted time is, as a share of the measured one. */
    public double relative() {
        return Math.abs(Math.expm1(miss));
    }
}
