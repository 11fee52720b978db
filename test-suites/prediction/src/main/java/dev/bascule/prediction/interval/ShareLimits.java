package dev.bascule.prediction.interval;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * A share that was counted, with its limits by Clopper and Pearson (1934): they hold the true share with at least the level's
 * probability, at any number. Immutable.
 *
 * @param hits of those counted
 * @param of how many; above 0
 * @param low the lower limit
 * @param high the upper limit
 */
public record ShareLimits(int hits, int of, double low, double high) {

    /** @param level such as 0.95 */
    public static ShareLimits of(int hits, int of, double level) {
        if (of < 1 || hits < 0 || hits > of) {
            throw new IllegalArgumentException("%d of %d".formatted(hits, of));
        }
        double side = (1 - level) / 2;
        double low = hits == 0 ? 0 : BetaDistribution.of(hits, of - hits + 1.0).inverseCumulativeProbability(side);
        double high =
                hits == of ? 1 : BetaDistribution.of(hits + 1.0, of - hits).inverseSurvivalProbability(side);
        return new ShareLimits(hits, of, low, high);
    }

    /** The share itself. */
    public double share() {
        return (double) hits / of;
    }
}
