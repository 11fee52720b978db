package dev.bascule.studies.profile;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.Optional;

/**
 * Work a second.
 *
 * @param median work by the samples' median time
 * @param ci95 by the ends of the median time's interval; from 6 samples on
 * @param n number of samples
 * @param noisy whether the samples scatter so that the median is worth little
 */
public record Rate(double median, Optional<Interval> ci95, int n, boolean noisy) {
    /** Fewer samples have no median worth the name. */
    public static final int FEWEST = 3;

    private static final int FEWEST_FOR_AN_INTERVAL = 6;

    /** Half of the interval as a share of the median; where it is wider, the median is no figure. */
    static final double WIDEST = 0.5;

    /** Whether its samples agree well enough for it to be shown as a figure: not where their interval reaches 0. */
    public boolean isSettled() {
        return spread().map(share -> share <= WIDEST).orElse(n < FEWEST_FOR_AN_INTERVAL);
    }

    /** Of samples that each hold so much work; empty for too few, or where the clock saw no time pass. */
    public static Optional<Rate> of(double work, Samples samples) {
        if (samples.size() < FEWEST || samples.median() <= 0 || work <= 0) {
            return Optional.empty();
        }
        return Summary.of(samples)
                .map(summary -> new Rate(
                        work / summary.median() * 1e3,
                        summary.ci95()
                                .filter(interval -> interval.low() > 0)
                                .map(interval ->
                                        new Interval(work / interval.high() * 1e3, work / interval.low() * 1e3)),
                        summary.n(),
                        summary.flags().contains(Summary.Flag.NOISY)));
    }

    /** Half the interval's width as a share of the median; empty without an interval. */
    public Optional<Double> spread() {
        return ci95.map(interval -> (interval.high() - interval.low()) / 2 / median);
    }
}
