package dev.bascule.reports.training;

import java.util.OptionalDouble;

/**
 * The gradients of one parameter beside the exact ones. Immutable.
 *
 * @param name the parameter, or the loss
 * @param elements compared
 * @param furthest of them, in standard deviations of what rounding makes of it; infinite for what is no number
 * @param relative length of the error by the length of the gradient
 * @param beyond elements further off than rounding explains
 * @param difference how far the exact gradient is off a finite difference, relative; empty where there is none
 */
public record LayerGradient(
        String name, long elements, double furthest, double relative, long beyond, OptionalDouble difference) {
    public LayerGradient {
        if (elements < 0 || beyond < 0 || !(furthest >= 0)) {
            throw new IllegalArgumentException(
                    "%d of %d elements of '%s' beyond, up to %s".formatted(beyond, elements, name, furthest));
        }
    }
}
