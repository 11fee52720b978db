package dev.bascule.fallback.measure;

import java.util.Arrays;

/**
 * The step of the clock that samples were timed with, found from the samples: the coarsest resolution that clocks are known to
 * have of which every sample is a multiple. A browser's {@code performance.now()} moves in steps of 5 µs where the page is
 * isolated and of 100 µs elsewhere (High Resolution Time, W3C, 4.3 "coarsen time"); Firefox takes 20 µs and 1 ms, and 100 ms
 * where it resists fingerprinting; counters of some systems move in 100 ns.
 *
 * <p>A sample is the difference of two stamps, each rounded down to the step, so that it is off by less than one step either way,
 * and so is the median of such samples.
 *
 * @param millis the step; 0 where no known one explains the samples, as of a clock that counts nanoseconds
 */
public record ClockResolution(double millis) {
    private static final double[] KNOWN = {100, 50 / 3.0, 1, 0.1, 0.02, 0.005, 0.001, 0.0001};

    /** What the difference of two doubles makes of a decimal, and less than any clock tells. */
    private static final double ROUNDING_MILLIS = 1e-6;

    public ClockResolution {
        if (!(millis >= 0) || Double.isInfinite(millis)) {
            throw new IllegalArgumentException("a clock's step of " + millis + " ms");
        }
    }

    /** The step behind these samples; 0 where there are none. */
    public static ClockResolution of(Samples samples) {
        double[] values = samples.millis();
        return values.length == 0
                ? new ClockResolution(0)
                : new ClockResolution(Arrays.stream(KNOWN)
                        .filter(step -> Arrays.stream(values).allMatch(value -> isMultiple(value, step)))
                        .findFirst()
                        .orElse(0));
    }

    private static boolean isMultiple(double value, double step) {
        return Math.abs(value - Math.rint(value / step) * step) <= ROUNDING_MILLIS;
    }

    /** Whether a median of such samples is a number: at least one step, and above 0. */
    public boolean tells(double median) {
        return median > 0 && median >= millis - ROUNDING_MILLIS;
    }

    /** An interval of such samples with what the step hides. */
    Interval widen(Interval interval) {
        return new Interval(Math.max(0, interval.low() - millis), interval.high() + millis);
    }

    /**
     * The variance that the step makes of the logarithm of a median: a median is known to one step, evenly spread over it
     * ({@code step² / 12}).
     *
     * @param median above 0
     */
    public double logVariance(double median) {
        double relative = millis / median;
        return relative * relative / 12;
    }
}
