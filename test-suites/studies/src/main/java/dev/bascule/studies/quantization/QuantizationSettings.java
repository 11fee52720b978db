package dev.bascule.studies.quantization;

import java.time.Duration;

/**
 * How much is measured. Immutable.
 *
 * @param pairs blocks of each side that are timed in turn; 4 are the fewest that have an interval
 * @param block how long one is
 * @param warmUp at most
 */
public record QuantizationSettings(int pairs, Duration block, Duration warmUp) {
    /** Where nobody says. */
    public static final QuantizationSettings DEFAULT =
            new QuantizationSettings(8, Duration.ofMillis(80), Duration.ofMillis(700));

    public QuantizationSettings {
        if (pairs < 1 || block.isZero() || block.isNegative()) {
            throw new IllegalArgumentException("%d pairs of %s".formatted(pairs, block));
        }
    }
}
