package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;

/**
 * A model that was predicted without having been seen, and what was measured. Immutable.
 *
 * @param method which predicted
 * @param model what
 * @param target where
 * @param miss predicted minus measured, in natural logarithms
 */
public record Trial(String method, PredictedModel model, TargetKey target, double miss) {

    /** How far off the predicted time is, as a share of the measured one. */
    public double relative() {
        return Math.abs(Math.expm1(miss));
    }
}
