package dev.bascule.fallback.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/** Raw timings in milliseconds, in the order measured. Immutable. */
public final class Samples {
    public static final Samples NONE = new Samples(new double[0]);

    private final double[] values;

    private Samples(double[] values) {
        for (double value : values) {
            if (!(value >= 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("not a duration in milliseconds: " + value);
            }
        }
        this.values = values;
    }

    public static Samples ofMillis(double... values) {
        return new Samples(values.clone());
    }

    public static Samples concat(Collection<Samples> parts) {
        return new Samples(parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.values))
                .toArray());
    }

    public Samples plus(Samples more) {
        return concat(java.util.List.of(this, more));
    }

    /** A copy, in order. */
    public double[] millis() {
        return values.clone();
    }

    public double[] sorted() {
        double[] copy = values.clone();
        Arrays.sort(copy);
        return copy;
    }

    public int size() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    public double totalMillis() {
        return Arrays.stream(values).sum();
    }

    /** The samples from one index up to another, exclusive. */
    public Samples slice(int from, int to) {
        Objects.checkFromToIndex(from, to, values.length); // copyOfRange would fill up with zeros
        return new Samples(Arrays.copyOfRange(values, from, to));
    }

    /** The middle value, or the mean of the middle two. */
    public double median() {
        if (isEmpty()) {
            throw new IllegalStateException("no samples, no number");
        }
        double[] sorted = sorted();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Samples that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
