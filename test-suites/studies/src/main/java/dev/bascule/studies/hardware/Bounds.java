package dev.bascule.studies.hardware;

import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;

/** How far off an honest device may be, from published error bounds. Stateless. */
final class Bounds {
    private Bounds() {}

    /**
     * Sums of products in the format itself, in whatever order: errors grow with the root of the terms (Higham and Mary, SIAM
     * J. Sci. Comput. 41, 2019), relative to the element and the tensor's root mean square.
     *
     * @param nodes that do such sums one after the other
     */
    static Tolerance sums(DType dtype, int terms, int nodes) {
        double unit = unit(dtype);
        return new Tolerance(
                2 * unit * Math.sqrt(terms) * (1 + Math.sqrt(nodes)),
                "%s: u=%.3g × 2√%d terms × (1+√%d nodes) (Higham and Mary 2019)"
                        .formatted(dtype.wireName(), unit, terms, nodes));
    }

    /**
     * Sums of one sign: errors may pull one way for a stretch, so four times the root (the constant λ of Higham and Mary for a
     * probability of failure of about one in a thousand).
     */
    static Tolerance longSum(DType dtype, int terms) {
        double unit = unit(dtype);
        return new Tolerance(
                new ElementTolerance.Close(0, 4 * unit * Math.sqrt(terms)),
                "%s: u=%.3g × 4√%d terms (Higham and Mary 2019)".formatted(dtype.wireName(), unit, terms));
    }

    /** {@code exp} to 3 + 2·|x| ULP, the sum, and a division to 2.5 ULP: what WGSL promises is the least of any backend. */
    static Tolerance softmax(DType dtype, double greatest, int terms) {
        double unit = unit(dtype);
        double ulps = 2 * (3 + 2 * greatest) + 2.5;
        return new Tolerance(
                new ElementTolerance.Close(unit, unit * (2 * ulps + 2 * Math.sqrt(terms))),
                "%s: exp to 3 + 2·|x| ULP with |x| ≤ %.3g, division to 2.5 ULP (WGSL, floating point accuracy), √%d terms"
                        .formatted(dtype.wireName(), greatest, terms));
    }

    /** The approximation that shaders and small engines use: 1.5e-7 off at most (Abramowitz and Stegun, 7.1.26). */
    static Tolerance erf(double factor) {
        return new Tolerance(
                new ElementTolerance.Close(factor * (1.5e-7 + 8 * 0x1p-24), 8 * 0x1p-24),
                "erf within 1.5e-7 (Abramowitz and Stegun 7.1.26) and 8 roundings, × %.3g".formatted(factor));
    }

    /** An integer that a float multiplication comes before: a tie may be broken either way by its rounding. */
    static Tolerance requantized() {
        return Tolerance.ulps(1, "one step: the scale is multiplied in float32, whose rounding may break a tie");
    }

    static double unit(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> 0x1p-53;
            case FLOAT32 -> 0x1p-24;
            case FLOAT16 -> 0x1p-11;
            case BFLOAT16 -> 0x1p-8;
            default -> throw new IllegalArgumentException(dtype + " does not round");
        };
    }
}
