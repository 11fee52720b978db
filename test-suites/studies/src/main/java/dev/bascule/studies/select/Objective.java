package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Samples;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;

/** What is to be least, of those ways to run a model that are right. */
public enum Objective {
    /** The median of a warm inference. */
    LATENCY("ms", 3),
    /** What 95 of 100 warm inferences stay below. */
    P95("ms", 20),
    /** The median of a warm inference by the batch: the least time an item is the most items a second. */
    THROUGHPUT("ms an item", 3),
    /** What the runner's processes grew by at most. */
    MEMORY("bytes", 3),
    /** Joules of an item, by a counter of the machine. */
    ENERGY("J an item", 3);

    private final String unit;
    private final int leastIterations;

    Objective(String unit, int leastIterations) {
        this.unit = unit;
        this.leastIterations = leastIterations;
    }

    /** As {@code --for} has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of its figures. */
    public String unit() {
        return unit;
    }

    /** The iterations that a block takes for its figure. */
    int leastIterations() {
        return leastIterations;
    }

    /** Whether candidates are told apart by their times, in turn. */
    public boolean isOfTime() {
        return this == LATENCY || this == P95 || this == THROUGHPUT;
    }

    /**
     * The figure of a block.
     *
     * @param batch items of an inference
     * @throws IllegalStateException of one that times do not tell
     */
    double cost(Samples block, int batch) {
        return switch (this) {
            case LATENCY -> block.median();
            case P95 -> quantile(block);
            case THROUGHPUT -> block.median() / batch;
            case MEMORY, ENERGY -> throw new IllegalStateException(word() + " is not told by times");
        };
    }

    /** Hyndman and Fan's type 8, as {@code Summary} has its quantiles. */
    static double quantile(Samples samples) {
        return Quantile.withDefaults().evaluate(samples.millis(), 0.95);
    }

    /** Of a word. */
    public static Optional<Objective> of(String word) {
        return Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /** All of them. */
    public static String words() {
        return Arrays.stream(values()).map(Objective::word).collect(Collectors.joining(", "));
    }
}
