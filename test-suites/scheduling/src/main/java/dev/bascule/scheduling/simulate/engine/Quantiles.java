package dev.bascule.scheduling.simulate.engine;

import java.util.OptionalDouble;

/**
 * Quantiles of a stream of durations in bounded memory: a histogram whose bins are 1 % wide, so that a quantile is within 0.5 %
 * of one of the figures, from a microsecond on. Belongs to one thread.
 */
final class Quantiles {
    private static final double LEAST = 1e-6;
    private static final double WIDTH = Math.log(1.01);
    private static final int BINS = 4000;

    private final long[] bins = new long[BINS];
    private long count;

    void add(double seconds) {
        int bin = seconds <= LEAST ? 0 : 1 + (int) (Math.log(seconds / LEAST) / WIDTH);
        bins[Math.min(BINS - 1, bin)]++;
        count++;
    }

    /** In seconds; empty of none. */
    OptionalDouble quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int bin = 0; bin < BINS && count > 0; bin++) {
            seen += bins[bin];
            if (seen >= rank) {
                return OptionalDouble.of(bin == 0 ? 0 : LEAST * Math.exp((bin - 0.5) * WIDTH));
            }
        }
        return OptionalDouble.empty();
    }
}
