package dev.bascule.scheduling.simulate.engine;

/** Mean and variance of a stream of figures, by Welford's method (Technometrics 4, 1962). Belongs to one thread. */
public final class Moments {
    private long count;
    private double mean;
    private double squares;

    public void add(double value) {
        count++;
        double from = value - mean;
        mean += from / count;
        squares += from * (value - mean);
    }

    public long count() {
        return count;
    }

    /** 0 of none. */
    public double mean() {
        return mean;
    }

    /** Unbiased; 0 of fewer than two. */
    public double variance() {
        return count < 2 ? 0 : squares / (count - 1);
    }
}
