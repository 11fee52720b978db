package dev.bascule.prediction.feasible;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;

/**
 * A model that ended badly on a target: unsupported, wrong, out of memory, crashed. Immutable.
 *
 * @param model its work tells others that may end alike
 * @param target where
 */
public record FailedPair(PredictedModel model, TargetKey target) {}
