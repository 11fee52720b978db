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

/**
 * Bounds that are narrow where predictions are usually near: {@link GroupedConformal} over errors in units of their expected
 * {@link Spread} (Lei, G'Sell, Rinaldo, Tibshirani and Wasserman, "Distribution-free predictive inference for regression", 2018,
 * section 5.2). Targets share one quantile: a spread of its own makes their scores alike, and an architecture is a group over all
 * of them. So a level is held over the targets together, not on each. Immutable.
 */
public final class AdaptiveConformal {
    private final Spread spread;
    private final GroupedConformal scores;

    private AdaptiveConformal(Spread spread, GroupedConformal scores) {
        this.spread = spread;
        this.scores = scores;
    }

    /** Of errors on architectures that no fit behind them saw. */
    public static AdaptiveConformal of(List<Miss> misses) {
        Spread spread = Spread.of(misses);
        Map<String, List<Double>> groups = new TreeMap<>();
        misses.forEach(miss -> spread.of(miss.target(), miss.at())
                .ifPresent(usual -> groups.computeIfAbsent(miss.architecture(), group -> new ArrayList<>())
                        .add(Math.abs(miss.size()) / usual)));
        return new AdaptiveConformal(spread, GroupedConformal.of(groups));
    }

    /** How many architectures speak. */
    public int groups() {
        return scores.groups();
    }

    /**
     * What an error stays below, in natural logarithms.
     *
     * @param level above 0 and below 1
     * @return empty where there are too few architectures, and on a target without errors
     */
    public OptionalDouble bound(TargetKey target, Circumstance at, double level) {
        OptionalDouble usual = spread.of(target, at);
        OptionalDouble score = scores.bound(level);
        return usual.isPresent() && score.isPresent()
                ? OptionalDouble.of(usual.getAsDouble() * score.getAsDouble())
                : OptionalDouble.empty();
    }
}
