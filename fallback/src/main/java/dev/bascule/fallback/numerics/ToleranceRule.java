package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;

/** How far the outputs of one case may lie from what is expected. Stateless. */
@FunctionalInterface
public interface ToleranceRule {

    /** The tolerance of an output of this type. */
    Tolerance of(String output, DType dtype);
}
