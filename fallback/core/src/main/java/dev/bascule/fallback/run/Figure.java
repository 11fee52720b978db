package dev.bascule.fallback.run;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A figure of a scenario with what it was made of.
 *
 * @param name what it is, such as {@code cold first inference}
 * @param unit of value, interval and samples: {@code ms}, {@code bytes}, {@code bytes/cycle}, {@code frames}, {@code 1}
 * @param samples as they were read, in order; never empty
 * @param value the figure that stands for them; empty where they are too few for it, or times that the clock is too coarse for
 * @param interval 95 % interval of the value, where there is one
 */
public record Figure(
        String name, String unit, List<Double> samples, Optional<Double> value, Optional<Interval> interval) {

    public Figure {
        samples = List.copyOf(samples);
        if (samples.isEmpty()) {
            throw new IllegalArgumentException(name + ": no samples, no number");
        }
    }

    /** Their median with its interval; without a value where the clock was too coarse to tell one. */
    public static Figure ofTimes(String name, Samples times) {
        Optional<Summary> summary = Summary.of(times);
        return new Figure(
                name,
                "ms",
                Arrays.stream(times.millis()).boxed().toList(),
                summary.map(Summary::median),
                summary.flatMap(Summary::ci95));
    }

    /** One that was read once. */
    public static Figure single(String name, String unit, double value) {
        return new Figure(name, unit, List.of(value), Optional.of(value), Optional.empty());
    }
}
