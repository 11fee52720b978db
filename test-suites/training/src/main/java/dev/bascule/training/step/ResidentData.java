package dev.bascule.training.step;

import dev.bascule.fallback.tensor.Tensor;

/**
 * A data set as constants of a model. Immutable.
 *
 * @param samples [count, …sample]
 * @param oneHot [count, classes], 32-bit floats
 */
public record ResidentData(Tensor samples, Tensor oneHot) {}
