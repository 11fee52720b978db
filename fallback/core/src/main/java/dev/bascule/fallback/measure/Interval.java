package dev.bascule.fallback.measure;

/** A 95 % confidence interval. */
public record Interval(double low, double high) {

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval from " + low + " to " + high);
        }
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
