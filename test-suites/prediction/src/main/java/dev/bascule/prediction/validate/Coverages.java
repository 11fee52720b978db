package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.Miss;
import dev.bascule.prediction.interval.AdaptiveConformal;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.prediction.interval.ShareLimits;
import dev.bascule.prediction.predict.Predictor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Intervals of trials, made of the scores of other ones as {@code predict} makes them, held against what was measured: adaptive
 * ones, and of a new target by scores of other targets. Baselines, which predict nothing for anybody, have one width for each
 * target. The fits behind scores saw the architecture that is left out here: a leak that
 * a fit of its own for each pair would close at the square of the cost. Stateless.
 */
final class Coverages {
    private static final double LIMITS = 0.95;

    private Coverages() {}

    /** A bound, and how many architectures it rests on. */
    private record Bound(OptionalDouble size, int groups) {}

    /** Over all targets, each interval from the scores of the other architectures. */
    static Coverage of(List<Trial> trials, double level) {
        return others(trials, trials, level);
    }

    /** Intervals from the scores of the other architectures among what other fits missed. */
    static Coverage others(List<Trial> trials, List<Trial> scores, double level) {
        return new Others(scores).of(trials, level);
    }

    /** Intervals from some scores, made once for all levels and targets. Belongs to one thread. */
    static final class Others {
        private final List<Trial> scores;
        private final Map<String, Map<String, AdaptiveConformal>> adaptive = new HashMap<>();
        private final Map<TargetKey, Map<String, GroupedConformal>> plain = new HashMap<>();

        Others(List<Trial> scores) {
            this.scores = scores;
        }

        /** How often they hold. */
        Coverage of(List<Trial> trials, double level) {
            List<Double> widths = new ArrayList<>();
            int hits = 0;
            int fewest = Integer.MAX_VALUE;
            for (Trial trial : trials) {
                Bound bound = bound(trial, level);
                fewest = Math.min(fewest, bound.groups());
                if (bound.size().isPresent()) {
                    widths.add(Math.expm1(bound.size().getAsDouble()));
                    hits += Math.abs(trial.miss()) <= bound.size().getAsDouble() ? 1 : 0;
                }
            }
            return widths.isEmpty()
                    ? Coverage.none(level, trials.isEmpty() ? "no trial" : takes(fewest, "architectures", level))
                    : held(level, hits, widths);
        }

        private Bound bound(Trial trial, double level) {
            String left = trial.model().architecture();
            if (trial.at().isPresent()) {
                String machine = trial.target().machine();
                AdaptiveConformal known = adaptive.computeIfAbsent(machine, name -> new HashMap<>())
                        .computeIfAbsent(left, name -> AdaptiveConformal.of(misses(scores, machine, name)));
                return new Bound(
                        known.bound(trial.target(), trial.at().orElseThrow(), level), known.groups(trial.target()));
            }
            if (!isBaseline(trial)) {
                return new Bound(OptionalDouble.empty(), 0);
            }
            GroupedConformal known = plain.computeIfAbsent(trial.target(), target -> new HashMap<>())
                    .computeIfAbsent(left, name -> without(scores, trial.target(), name));
            return new Bound(known.bound(level), known.groups());
        }
    }

    private static boolean isBaseline(Trial trial) {
        return Baselines.ALL.stream().anyMatch(method -> method.id().equals(trial.method()));
    }

    private static String takes(int groups, String unit, double level) {
        return "%d %s, and it takes %d".formatted(groups, unit, GroupedConformal.needed(level));
    }

    private static Coverage held(double level, int hits, List<Double> widths) {
        return new Coverage(
                level, Optional.of(ShareLimits.of(hits, widths.size(), LIMITS)), OptionalDouble.of(median(widths)), "");
    }

    /**
     * Of targets that were taken as new: by what was missed on each of the other targets, in units of its noise.
     *
     * @param scores what was missed on targets as if they were new
     */
    static Coverage ofNewTargets(TrainingSet set, List<Trial> trials, List<Trial> scores, double level) {
        Map<TargetKey, GroupedConformal> known = new HashMap<>();
        List<Double> widths = new ArrayList<>();
        int hits = 0;
        int fewest = Integer.MAX_VALUE;
        for (Trial trial : trials) {
            GroupedConformal others =
                    known.computeIfAbsent(trial.target(), target -> otherTargets(set, scores, target));
            fewest = Math.min(fewest, others.groups());
            OptionalDouble score = others.bound(level);
            if (score.isPresent()) {
                double bound = score.getAsDouble() * noise(set, trial.target());
                widths.add(Math.expm1(bound));
                hits += Math.abs(trial.miss()) <= bound ? 1 : 0;
            }
        }
        return widths.isEmpty()
                ? Coverage.none(level, trials.isEmpty() ? "no trial" : takes(fewest, "other targets", level))
                : held(level, hits, widths);
    }

    private static GroupedConformal otherTargets(TrainingSet set, List<Trial> scores, TargetKey left) {
        Map<String, List<Double>> groups = new TreeMap<>();
        scores.stream()
                .filter(trial -> !trial.target().equals(left) && !trial.target().isReferenceCpu())
                .filter(trial -> set.measuredOn(trial.target()).size() >= Predictor.KNOWN)
                .forEach(trial -> groups.computeIfAbsent(
                                trial.target().machine() + trial.target(), group -> new ArrayList<>())
                        .add(Math.abs(trial.miss()) / noise(set, trial.target())));
        return GroupedConformal.of(groups);
    }

    private static double noise(TrainingSet set, TargetKey target) {
        return set.target(target).map(TargetTimes::noise).orElseThrow();
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
