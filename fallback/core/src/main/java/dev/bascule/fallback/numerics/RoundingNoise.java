package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;

/**
 * What rounding alone may make of each element of an output, as seeded noisy passes of an exact reference showed it. Immutable and
 * thread-safe.
 */
public final class RoundingNoise {
    private final double[] deviation;
    private final Tolerance tolerance;

    /** Of sums in at least 32 bits. */
    public RoundingNoise(double[] deviation, double limit, String basis) {
        this(deviation, limit, false, basis);
    }

    /**
     * @param deviation standard deviations, row major: 0 for an element that rounding does not touch, infinite for one that it
     *     decides, which is not judged
     * @param limit how many of them an element may lie off
     * @param narrow whether 16-bit floats are added up in 16 bits
     * @param basis how they were found, for the cell
     */
    public RoundingNoise(double[] deviation, double limit, boolean narrow, String basis) {
        this.deviation = deviation.clone();
        this.tolerance = new Tolerance(new ElementTolerance.Noise(limit, narrow), basis);
    }

    /** So many standard deviations. */
    public Tolerance tolerance() {
        return tolerance;
    }

    /** The same for elements of a type: whole numbers and booleans are exact. */
    public Tolerance tolerance(DType dtype) {
        if (dtype.isFloat()) {
            return tolerance;
        }
        boolean quantized = dtype == DType.INT8 || dtype == DType.UINT8;
        // Where rounding decides some 8-bit integers it may decide others, each by a step.
        return quantized && undetermined() > 0
                ? Tolerance.ulps(
                        1, "one step, for rounding decides %d of %d values".formatted(undetermined(), elements()))
                : Tolerance.EXACT;
    }

    /** How far off an element of a type may be, in standard deviations of a float and steps of a whole number. */
    double limit(DType dtype) {
        ElementTolerance each = tolerance(dtype).perElement();
        return each instanceof ElementTolerance.Noise noise
                ? noise.limit()
                : each instanceof ElementTolerance.Ulps ulps ? ulps.limit() : 0;
    }

    public int elements() {
        return deviation.length;
    }

    public double deviation(int element) {
        return deviation[element];
    }

    /** Whether rounding decides what an element is: it lies on the edge of a step, such as a comparison. */
    public boolean isUndetermined(int element) {
        return Double.isInfinite(deviation[element]);
    }

    /** How many elements rounding decides. */
    public long undetermined() {
        return Arrays.stream(deviation).filter(Double::isInfinite).count();
    }
}
