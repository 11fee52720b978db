package dev.bascule.prediction.interval;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Circumstance;
import dev.bascule.prediction.fit.Miss;
import dev.bascule.prediction.fit.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Bounds that are narrow where predictions are usually near: {@link GroupedConformal} over errors in units of their expected
 * {@link Spread} (Lei, G'Sell, Rinaldo, Tibshirani and Wasserman, "Distribution-free predictive inference for regression", 2018,
 * section 5.2). Targets share one quantile: a spread of its own makes their scores alike, and an architecture is a group over all
 * of them. So a level is held over the targets together, not on each. Unlike there the spread is fitted to the same errors that
 * are the scores, so the promise for whatever distribution is not theirs; {@code predict --validate} counts how often they hold. A
 * target has a constant of its own, and so takes as many architectures measured on it as the level takes groups. Immutable.
 */
public final class AdaptiveConformal {
    private final Spread spread;
    private final GroupedConformal scores;
    private final Map<TargetKey, Long> architectures;

    private AdaptiveConformal(Spread spread, GroupedConformal scores, Map<TargetKey, Long> architectures) {
        this.spread = spread;
        this.scores = scores;
        this.architectures = architectures;
    }

    /** Of errors on architectures that no fit behind them saw. */
    public static AdaptiveConformal of(List<Miss> misses) {
        Spread spread = Spread.of(misses);
        Map<String, List<Double>> groups = new TreeMap<>();
        misses.forEach(miss -> spread.of(miss.target(), miss.at())
                .ifPresent(usual -> groups.computeIfAbsent(miss.architecture(), group -> new ArrayList<>())
                        .add(Math.abs(miss.size()) / usual)));
        return new AdaptiveConformal(
                spread,
                GroupedConformal.of(groups),
                misses.stream()
                        .map(miss -> new Member(miss.target(), miss.architecture()))
                        .distinct()
                        .collect(Collectors.groupingBy(Member::target, Collectors.counting())));
    }

    private record Member(TargetKey target, String architecture) {}

    /** How many architectures speak for a target: those measured on it. */
    public int groups(TargetKey target) {
        return architectures.getOrDefault(target, 0L).intValue();
    }

    /**
     * What an error stays below, in natural logarithms.
     *
     * @param level above 0 and below 1
     * @return empty where errors on too few architectures are known of the target itself
     */
    public OptionalDouble bound(TargetKey target, Circumstance at, double level) {
        OptionalDouble usual = spread.of(target, at);
        OptionalDouble score =
                groups(target) < GroupedConformal.needed(level) ? OptionalDouble.empty() : scores.bound(level);
        return usual.isPresent() && score.isPresent()
                ? OptionalDouble.of(usual.getAsDouble() * score.getAsDouble())
                : OptionalDouble.empty();
    }
}
