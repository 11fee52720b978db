package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Miss;
import dev.bascule.prediction.interval.AdaptiveConformal;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.prediction.interval.ShareLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Intervals of trials, made of the scores of other ones, held against what was measured: adaptive ones where the circumstances of
 * trials are known, else one width for each target. The fits behind scores saw the architecture that is left out here: a leak that
 * a fit of its own for each pair would close at the square of the cost. Stateless.
 */
final class Coverages {
    private static final double LIMITS = 0.95;
    private static final String NOBODY = "";

    private Coverages() {}

    /** A bound, and how many architectures it rests on. */
    private record Bound(OptionalDouble size, int groups) {}

    /** Over all targets, each interval from the scores of the other architectures. */
    static Coverage of(List<Trial> trials, double level) {
        return others(trials, trials, level);
    }

    /** Intervals from the scores of the other architectures among what other fits missed. */
    static Coverage others(List<Trial> trials, List<Trial> scores, double level) {
        return of(trials, scores, level, true);
    }

    /** Of trials whose bounds are those of other ones: predictions made before, say, held against what came after. */
    static Coverage of(List<Trial> trials, List<Trial> before, double level) {
        return of(trials, before, level, false);
    }

    private static Coverage of(List<Trial> trials, List<Trial> scores, double level, boolean othersOnly) {
        Map<String, Map<String, AdaptiveConformal>> adaptive = new HashMap<>();
        Map<TargetKey, Map<String, GroupedConformal>> plain = new HashMap<>();
        List<Double> widths = new ArrayList<>();
        int hits = 0;
        int fewest = Integer.MAX_VALUE;
        for (Trial trial : trials) {
            String left = othersOnly ? trial.model().architecture() : NOBODY;
            Bound bound = trial.at()
                    .map(at -> {
                        String machine = trial.target().machine();
                        AdaptiveConformal known = adaptive.computeIfAbsent(machine, name -> new HashMap<>())
                                .computeIfAbsent(left, name -> AdaptiveConformal.of(misses(scores, machine, name)));
                        return new Bound(known.bound(trial.target(), at, level), known.groups());
                    })
                    .orElseGet(() -> {
                        GroupedConformal known = plain.computeIfAbsent(trial.target(), target -> new HashMap<>())
                                .computeIfAbsent(left, name -> without(scores, trial.target(), name));
                        return new Bound(known.bound(level), known.groups());
                    });
            fewest = Math.min(fewest, bound.groups());
            if (bound.size().isPresent()) {
                widths.add(Math.expm1(bound.size().getAsDouble()));
                hits += Math.abs(trial.miss()) <= bound.size().getAsDouble() ? 1 : 0;
            }
        }
        return widths.isEmpty()
                ? none(level, trials.isEmpty(), fewest)
                : new Coverage(
                        level,
                        Optional.of(ShareLimits.of(hits, widths.size(), LIMITS)),
                        OptionalDouble.of(median(widths)),
                        "");
    }

    private static Coverage none(double level, boolean noTrial, int architectures) {
        return new Coverage(
                level,
                Optional.empty(),
                OptionalDouble.empty(),
                noTrial
                        ? "no trial"
                        : "%d architectures, and it takes %d".formatted(architectures, GroupedConformal.needed(level)));
    }

    private static double median(List<Double> widths) {
        return ErrorSummary.quantile(
                widths.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.5);
    }

    private static List<Miss> misses(List<Trial> scores, String machine, String left) {
        return scores.stream()
                .filter(trial -> trial.target().machine().equals(machine)
                        && !trial.model().architecture().equals(left))
                .flatMap(
                        trial -> trial
                                .at()
                                .map(at -> new Miss(trial.model().architecture(), trial.target(), at, trial.miss()))
                                .stream())
                .toList();
    }

    private static GroupedConformal without(List<Trial> scores, TargetKey target, String left) {
        Map<String, List<Double>> groups = new TreeMap<>();
        scores.stream()
                .filter(trial -> trial.target().equals(target)
                        && !trial.model().architecture().equals(left))
                .forEach(trial -> groups.computeIfAbsent(trial.model().architecture(), group -> new ArrayList<>())
                        .add(Math.abs(trial.miss())));
        return GroupedConformal.of(groups);
    }
}
