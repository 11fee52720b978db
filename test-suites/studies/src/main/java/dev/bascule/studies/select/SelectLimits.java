package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
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

    SelectLimits withBudget(Duration other) {
        return new SelectLimits(other, deadline, memory);
    }

    double deadlineMillis() {
        return deadline.map(length -> length.toNanos() / 1e6).orElse(Double.POSITIVE_INFINITY);
    }

    /**
     * Why its 95th percentile surely misses the deadline; empty where it may meet it.
     *
     * @param look how often these inferences have been asked, from 1 on
     */
    Optional<String> surelyLate(Samples samples, int look) {
        OptionalDouble atLeast = TailBound.lower(samples, TailBound.error(look));
        return atLeast.isPresent() && atLeast.getAsDouble() > deadlineMillis()
                ? Optional.of("its 95th percentile is surely over the deadline of %.3g ms: at least %.3g ms"
                        .formatted(deadlineMillis(), atLeast.getAsDouble()))
                : Optional.empty();
    }

    /**
     * Why nobody can say that its 95th percentile meets the deadline; empty where it surely does, or there is none.
     *
     * @param look how often these inferences have been asked, from 1 on
     */
    Optional<String> perhapsLate(Samples samples, int look) {
        if (deadline.isEmpty()) {
            return Optional.empty();
        }
        OptionalDouble atMost = TailBound.upper(samples, TailBound.error(look));
        if (atMost.isEmpty()) {
            return Optional.of("not enough inferences to say that its 95th percentile meets the deadline: %d of %d"
                    .formatted(samples.size(), TailBound.fewest(TailBound.error(look))));
        }
        return atMost.getAsDouble() > deadlineMillis()
                ? Optional.of("its 95th percentile may be over the deadline of %.3g ms: up to %.3g ms by %d inferences"
                        .formatted(deadlineMillis(), atMost.getAsDouble(), samples.size()))
                : Optional.empty();
    }

    /**
     * Why it takes more memory than it may; empty where it does not, or nobody knows.
     *
     * @param grown bytes that its processes grew by until now
     */
    Optional<String> tooLarge(OptionalLong grown) {
        return grown.isPresent() && memory.isPresent() && grown.getAsLong() > memory.getAsLong()
                ? Optional.of("its processes grew by %d MB, over the limit of %d MB"
                        .formatted(grown.getAsLong() / 1_000_000, memory.getAsLong() / 1_000_000))
                : Optional.empty();
    }
}
