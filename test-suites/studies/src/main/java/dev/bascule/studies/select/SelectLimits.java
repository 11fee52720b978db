package dev.bascule.studies.select;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is to be kept. Immutable.
 *
 * @param budget for trying and racing
 * @param deadline which 95 of 100 inferences are to meet
 * @param memory bytes that the runner's processes may grow by
 */
public record SelectLimits(Duration budget, Optional<Duration> deadline, OptionalLong memory) {

    /** @throws IllegalArgumentException of a budget of nothing */
    public SelectLimits {
        if (budget.isZero() || budget.isNegative()) {
            throw new IllegalArgumentException("a budget of " + budget);
        }
    }

    double deadlineMillis() {
        return deadline.map(length -> length.toNanos() / 1e6).orElse(Double.POSITIVE_INFINITY);
    }
}
