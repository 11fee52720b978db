package dev.bascule.prediction.validate;

import dev.bascule.prediction.interval.ShareLimits;
import java.util.Arrays;
import java.util.List;

/**
 * Errors of many trials, as shares of the measured times. Immutable.
 *
 * @param trials how many
 * @param architectures of how many networks the models are
 * @param median of them
 * @param mean of them
 * @param p90 which nine of ten stay below
 * @param within5 share within 5 %, with limits of 95 %
 * @param within10 share within 10 %
 * @param within15 share within 15 %
 */
public record ErrorSummary(
        int trials,
        int architectures,
        double median,
        double mean,
        double p90,
        ShareLimits within5,
        ShareLimits within10,
        ShareLimits within15) {
    private static final double LEVEL = 0.95;

    /** @throws IllegalArgumentException of no trial: nothing is no error of 0 */
    public static ErrorSummary of(List<Trial> trials) {
        if (trials.isEmpty()) {
            throw new IllegalArgumentException("no trial");
        }
        double[] errors = trials.stream().mapToDouble(Trial::relative).sorted().toArray();
        return new ErrorSummary(
                errors.length,
                (int) trials.stream()
                        .map(trial -> trial.model().architecture())
                        .distinct()
                        .count(),
                quantile(errors, 0.5),
                Arrays.stream(errors).average().orElseThrow(),
                quantile(errors, 0.9),
                within(errors, 0.05),
                within(errors, 0.10),
                within(errors, 0.15));
    }

    private static ShareLimits within(double[] errors, double bound) {
        int hits = (int) Arrays.stream(errors).filter(error -> error <= bound).count();
        return ShareLimits.of(hits, errors.length, LEVEL);
    }

    /** Between the two nearest, as R's type 7 and numpy do. */
    static double quantile(double[] sorted, double at) {
        double place = at * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
