package dev.bascule.reports.advice;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import java.util.List;
import java.util.Optional;

/**
 * How many times as fast as the native CPU, over some models.
 *
 * @param value geometric mean; above 1 is faster
 * @param ci95 interval of the mean over these very models, where each was interleaved with the CPU and has an interval: what
 *     another model would give it does not say
 * @param models how many
 * @param interleaved whether all were measured in turn with the CPU; else medians are compared
 */
public record SpeedUp(double value, Optional<Interval> ci95, int models, boolean interleaved) {

    /**
     * Of the ratios of the models: the logarithms' mean, and the mean of the half intervals too: the models were held against
     * one native CPU in one session, so their errors may all go one way, and averaging takes nothing off them.
     */
    static Optional<SpeedUp> of(List<RelativeSpeed> speeds) {
        if (speeds.isEmpty()) {
            return Optional.empty();
        }
        int n = speeds.size();
        double mean =
                -speeds.stream().mapToDouble(speed -> Math.log(speed.ratio())).sum() / n;
        boolean known = speeds.stream()
                .allMatch(speed -> speed.ci95().filter(ends -> ends.low() > 0).isPresent());
        double half = known
                ? speeds.stream()
                                .map(speed -> speed.ci95().orElseThrow())
                                .mapToDouble(ends -> Math.log(ends.high() / ends.low()) / 2)
                                .sum()
                        / n
                : 0;
        return Optional.of(new SpeedUp(
                Math.exp(mean),
                known ? Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean + half))) : Optional.empty(),
                n,
                speeds.stream().allMatch(speed -> speed.basis() == Basis.INTERLEAVED)));
    }
}
