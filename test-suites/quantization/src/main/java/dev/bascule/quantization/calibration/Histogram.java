package dev.bascule.quantization.calibration;

/**
 * Values of one tensor over all samples, in bins whose width is a power of two and grows with the greatest magnitude: two neighbours become
 * one, so that what comes out does not depend on the order of what went in. Zeros are counted apart, for every quantisation has an exact
 * zero. Not thread-safe.
 */
final class Histogram {
    /** On each side of zero; after growth at least half are in use. */
    static final int BINS = 2048;

    private final long[] above = new long[BINS];
    private final long[] below = new long[BINS];
    private int exponent = -140;
    private long zeros;
    private long strange;
    private float least = Float.POSITIVE_INFINITY;
    private float greatest = Float.NEGATIVE_INFINITY;

    void add(float value) {
        if (!Float.isFinite(value)) {
            strange++;
            return;
        }
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        if (value == 0) {
            zeros++;
            return;
        }
        double magnitude = Math.abs((double) value);
        while (magnitude >= Math.scalb((double) BINS, exponent)) {
            grow();
        }
        (value > 0 ? above : below)[(int) Math.scalb(magnitude, -exponent)]++;
    }

    private void grow() {
        exponent++;
        for (long[] bins : new long[][] {above, below}) {
            for (int i = 0; i < BINS; i++) {
                bins[i] = i < BINS / 2 ? bins[2 * i] + bins[2 * i + 1] : 0;
            }
        }
    }

    double width() {
        return Math.scalb(1.0, exponent);
    }

    /** Of positive numbers; bin {@code i} from {@code i} to {@code i + 1} widths. */
    long above(int bin) {
        return above[bin];
    }

    /** Of the magnitudes of negative numbers. */
    long below(int bin) {
        return below[bin];
    }

    long zeros() {
        return zeros;
    }

    /** NaN and infinities. */
    long strange() {
        return strange;
    }

    boolean isEmpty() {
        return least > greatest;
    }

    float least() {
        return least;
    }

    float greatest() {
        return greatest;
    }
}
