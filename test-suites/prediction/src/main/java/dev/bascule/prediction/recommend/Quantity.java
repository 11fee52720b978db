package dev.bascule.prediction.recommend;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a limit can be set on: what a history has of a cell. */
public enum Quantity {
    /** The peak of the processes that run the model, with what they held before it. */
    MEMORY("memory", Unit.BYTES, OptionalDouble.empty()),
    /** Of the model's files. */
    SIZE("size", Unit.BYTES, OptionalDouble.empty()),
    /** Until the session is there. */
    LOAD("load", Unit.MILLISECONDS, OptionalDouble.empty()),
    /** Of warm inferences, as those below. */
    MEDIAN("median", Unit.MILLISECONDS, OptionalDouble.empty()),
    MEAN("mean", Unit.MILLISECONDS, OptionalDouble.empty()),
    P90("p90", Unit.MILLISECONDS, OptionalDouble.of(0.90)),
    P95("p95", Unit.MILLISECONDS, OptionalDouble.of(0.95)),
    P99("p99", Unit.MILLISECONDS, OptionalDouble.of(0.99));

    /** What its figures count. */
    public enum Unit {
        BYTES,
        MILLISECONDS
    }

    private static final String HALF = "p50";

    private final String word;
    private final Unit unit;
    private final OptionalDouble percentile;

    Quantity(String word, Unit unit, OptionalDouble percentile) {
        this.word = word;
        this.unit = unit;
        this.percentile = percentile;
    }

    /** As it is typed and shown. */
    public String word() {
        return word;
    }

    public Unit unit() {
        return unit;
    }

    /** The share of warm inferences that take no longer; empty where it is no percentile above the median. */
    public OptionalDouble percentile() {
        return percentile;
    }

    /** The words that {@link #of} knows. */
    public static List<String> words() {
        return Arrays.stream(values())
                .map(quantity -> quantity == MEDIAN ? quantity.word + " (or " + HALF + ")" : quantity.word)
                .toList();
    }

    /** By its word; the median also as {@code p50}. */
    public static Optional<Quantity> of(String word) {
        return word.equals(HALF)
                ? Optional.of(MEDIAN)
                : Arrays.stream(values())
                        .filter(quantity -> quantity.word.equals(word))
                        .findFirst();
    }
}
