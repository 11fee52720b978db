package dev.bascule.prediction.recommend;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How far percentiles lie above the median on each target, by what was measured there: a prediction tells a median, and a
 * percentile is told of it by this ratio alone. Immutable.
 */
public final class TailRatios {
    private final Map<TargetKey, List<Seen>> seen;

    private record Seen(String architecture, Samples samples) {}

    /**
     * Ratios of one percentile on one target.
     *
     * @param middle median of all; empty where there is none
     * @param bound what a new architecture's ratio stays below as often as {@code level} says; empty where too few were measured
     * @param architectures that were measured
     * @param attempts that were
     */
    public record Ratio(OptionalDouble middle, OptionalDouble bound, double level, int architectures, int attempts) {}

    private TailRatios(Map<TargetKey, List<Seen>> seen) {
        this.seen = seen;
    }

    /** Of a history's attempts: those that were right in the first pass. */
    public static TailRatios of(Collection<TimedAttempt> attempts) {
        Map<TargetKey, List<Seen>> seen = new TreeMap<>();
        for (TimedAttempt attempt : attempts) {
            if (attempt.outcome() == Outcome.SUCCEEDED
                    && attempt.retry() == 0
                    && attempt.right().orElse(true)
                    && HistoryData.isUsual(attempt)) {
                seen.computeIfAbsent(HistoryData.target(attempt), key -> new ArrayList<>())
                        .add(new Seen(
                                HistoryData.architecture(attempt.subject().model()),
                                attempt.costs().measured()));
            }
        }
        return new TailRatios(seen);
    }

    /**
     * The ratio of a percentile to the median. Attempts with too few samples for the percentile tell nothing.
     *
     * @param share of the percentile, such as 0.95
     * @param level how often the bound is to hold
     */
    public Ratio on(TargetKey target, double share, double level) {
        Map<String, List<Double>> ratios = new TreeMap<>();
        for (Seen one : seen.getOrDefault(target, List.of())) {
            Summary.percentile(one.samples(), share)
                    .ifPresent(percentile -> ratios.computeIfAbsent(one.architecture(), name -> new ArrayList<>())
                            .add(percentile / one.samples().median()));
        }
        double[] all = ratios.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return new Ratio(
                all.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Medians.of(all)),
                GroupedConformal.of(ratios).bound(level),
                level,
                ratios.size(),
                all.length);
    }
}
