package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.studies.select.Undecided.More;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What it would take to tell two of a race apart: the half width of Student's interval falls with the root of the rounds, that of
 * the clocks' steps not at all. Stateless.
 */
final class Foresight {
    private static final int FEWEST = 4;
    /** Of fewer rounds a half tells nothing of whether the interval narrows. */
    private static final int FOR_HALF = 16;

    private Foresight() {}

    /**
     * Of one and the best.
     *
     * @param logs logarithm of its cost by the best one's, round by round
     * @param ratio the same with its interval
     * @param round what a round took
     * @param most rounds that a race takes
     */
    static Undecided of(
            Candidate own, Candidate best, List<Double> logs, Optional<Ratio> ratio, Duration round, int most) {
        int n = logs.size();
        if (n < FEWEST || ratio.flatMap(Ratio::ci95).isEmpty()) {
            return new Undecided(
                    own,
                    best,
                    Optional.empty(),
                    "%d rounds of the two are too few to say how many it takes".formatted(n));
        }
        double mean = mean(logs);
        double scatter = Spread.half(logs, mean);
        double whole = ratio.flatMap(Ratio::ci95)
                .map(ci -> Math.log(ci.high() / ci.low()) / 2)
                .orElseThrow();
        double clocks = Math.max(0, whole * whole - scatter * scatter);
        // Surely slower, or surely within what is close: whichever comes first.
        double wanted = Math.max(mean, Math.log(Race.CLOSE) - mean);
        if (n >= FOR_HALF) {
            List<Double> first = logs.subList(0, n / 2);
            if (scatter >= Spread.half(first, mean(first))) {
                return new Undecided(
                        own,
                        best,
                        Optional.empty(),
                        "cannot be told: its interval did not narrow from %d to %d rounds".formatted(n / 2, n));
            }
        }
        double left = wanted * wanted - clocks;
        if (left <= 0) {
            return new Undecided(own, best, Optional.empty(), "cannot be told: the clocks are too coarse");
        }
        double needed = n * scatter * scatter / left;
        if (needed > most) {
            return new Undecided(
                    own,
                    best,
                    Optional.empty(),
                    "cannot be told: it would take more than the %d rounds that a race takes at most".formatted(most));
        }
        // A race looks at powers of two alone.
        int look = Math.max(FEWEST, Integer.highestOneBit(Math.max(1, (int) Math.ceil(needed) - 1)) << 1);
        int at = look > n ? look : Integer.highestOneBit(n) << 1;
        More more = new More(at - n, round.multipliedBy(at - n));
        return new Undecided(own, best, Optional.of(more), "if blocks go on to scatter as they did");
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }
}
