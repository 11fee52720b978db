package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.prediction.interval.ShareLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Intervals of trials, each from the scores of the other architectures of its target, held against what was measured. The fits
 * behind those scores saw the architecture that is left out here: a leak that a fit of its own for each pair would close at the
 * square of the cost. Stateless.
 */
final class Coverages {
    private static final double LIMITS = 0.95;

    private Coverages() {}

    /** Over all targets. */
    static Coverage of(List<Trial> trials, double level) {
        List<Double> widths = new ArrayList<>();
        int hits = 0;
        int fewest = Integer.MAX_VALUE;
        for (List<Trial> ofTarget :
                trials.stream().collect(Collectors.groupingBy(Trial::target)).values()) {
            for (Trial trial : ofTarget) {
                GroupedConformal others = without(ofTarget, trial.model().architecture());
                OptionalDouble bound = others.bound(level);
                fewest = Math.min(fewest, others.groups());
                if (bound.isPresent()) {
                    widths.add(Math.expm1(bound.getAsDouble()));
                    hits += Math.abs(trial.miss()) <= bound.getAsDouble() ? 1 : 0;
                }
            }
        }
        if (widths.isEmpty()) {
            return new Coverage(
                    level,
                    Optional.empty(),
                    OptionalDouble.empty(),
                    trials.isEmpty()
                            ? "no trial"
                            : "%d architectures, and it takes %d".formatted(fewest, GroupedConformal.needed(level)));
        }
        double[] sorted =
                widths.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Coverage(
                level,
                Optional.of(ShareLimits.of(hits, widths.size(), LIMITS)),
                OptionalDouble.of(ErrorSummary.quantile(sorted, 0.5)),
                "");
    }

    private static GroupedConformal without(List<Trial> trials, String architecture) {
        Map<String, List<Double>> groups = new TreeMap<>();
        trials.stream()
                .filter(trial -> !trial.model().architecture().equals(architecture))
                .forEach(trial -> groups.computeIfAbsent(trial.model().architecture(), group -> new ArrayList<>())
                        .add(Math.abs(trial.miss())));
        return GroupedConformal.of(groups);
    }

    /** Of trials whose bounds are those of other ones: predictions made before, say, held against what came after. */
    static Coverage of(List<Trial> trials, List<Trial> before, double level) {
        Map<TargetKey, GroupedConformal> known = before.stream()
                .collect(Collectors.groupingBy(
                        Trial::target, Collectors.collectingAndThen(Collectors.toList(), seen -> without(seen, ""))));
        List<Double> widths = new ArrayList<>();
        int hits = 0;
        for (Trial trial : trials) {
            GroupedConformal scores = known.get(trial.target());
            OptionalDouble bound = scores == null ? OptionalDouble.empty() : scores.bound(level);
            if (bound.isPresent()) {
                widths.add(Math.expm1(bound.getAsDouble()));
                hits += Math.abs(trial.miss()) <= bound.getAsDouble() ? 1 : 0;
            }
        }
        return widths.isEmpty()
                ? new Coverage(level, Optional.empty(), OptionalDouble.empty(), "no trial with an interval")
                : new Coverage(
                        level,
                        Optional.of(ShareLimits.of(hits, widths.size(), LIMITS)),
                        OptionalDouble.of(ErrorSummary.quantile(
                                widths.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .sorted()
                                        .toArray(),
                                0.5)),
                        "");
    }
}
