package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.TargetKey;

/**
 * How far a prediction was off on a model whose architecture the fit never saw. Immutable.
 *
 * @param architecture of the model
 * @param target where
 * @param at what was known of the prediction beforehand
 * @param size of the error in natural logarithms, of either sign
 */
public record Miss(String architecture, TargetKey target, Circumstance at, double size) {}
