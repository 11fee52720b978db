package dev.bascule.reports.rating;

import dev.bascule.fallback.measure.Interval;
import java.util.Optional;

/**
 * A measured score with what its measurement leaves open.
 *
 * @param value 0 to 100
 * @param interval of the value, from the intervals of the speeds in it; correctness and placement are counted, not estimated
 * @param scoreBasis what it rests on
 */
public record Assessment(double value, Interval interval, ScoreBasis scoreBasis) {

    public Assessment {
        if (!(value >= 0 && value <= 100)) {
            throw new IllegalArgumentException("a score of " + value);
        }
    }

    public Rating rating() {
        return Rating.of(value);
    }

    /** The other rating that the interval reaches to, where it straddles a threshold: the one at its farther end. */
    public Optional<Rating> orElse() {
        Rating low = Rating.of(interval.low());
        Rating high = Rating.of(interval.high());
        return low == high ? Optional.empty() : Optional.of(rating() == low ? high : low);
    }

    /**
     * {@code High}, {@code Medium or High} where the interval straddles the threshold, {@code High, 1 of 3 unproven} where nobody
     * proved that all of it ran where it was to.
     */
    public String words() {
        return ratings() + proof();
    }

    private String ratings() {
        return rating().word() + orElse().map(other -> " or " + other.word()).orElse("");
    }

    private String proof() {
        return scoreBasis.proof().map(proof -> ", " + proof).orElse("");
    }

    /** {@code Medium or High 74 (70–76), unproven}. */
    public String brief() {
        return ratings() + " " + figures() + proof();
    }

    /** {@code 74}, {@code 74 (70–76)}, {@code 74 (70–76*)} where the interval rests on an assumption. */
    public String figures() {
        String low = "%.0f".formatted(interval.low());
        String high = "%.0f".formatted(interval.high());
        return "%.0f%s"
                .formatted(
                        value,
                        low.equals(high)
                                ? ""
                                : " (%s–%s%s)"
                                        .formatted(
                                                low, high, scoreBasis.assumed().isPresent() ? "*" : ""));
    }
}
