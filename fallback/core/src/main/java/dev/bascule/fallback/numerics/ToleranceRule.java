package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import java.util.Optional;

/** How far the outputs of one case may lie from what is expected. */
@FunctionalInterface
public interface ToleranceRule {

    /** The tolerance of an output of this type. */
    Tolerance of(String output, DType dtype);

    /** A wider one for an output that lies outside, where something was measured that asks for it. May take a while. */
    default Optional<Tolerance> widened(String output, DType dtype) {
        return Optional.empty();
    }
}
