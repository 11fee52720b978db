package dev.bascule.reports.quantization;

import dev.bascule.fallback.measure.Interval;
import java.util.Optional;

/**
 * A figure with what is known of its precision. Immutable.
 *
 * @param value finite
 * @param ci95 of it; empty where there were too few samples or pairs for one
 */
public record Estimate(double value, Optional<Interval> ci95) {
    public Estimate {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a figure of %s".formatted(value));
        }
    }
}
