package dev.bascule.reports.rating;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.rating.Sensitivity.Range;
import dev.bascule.reports.rating.Sensitivity.Reweighting;
import dev.bascule.reports.rating.Sensitivity.Variation;
import dev.bascule.reports.scoring.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sums scores up and orders them. Stateless. */
final class Ranking {
    private Ranking() {}

    /** The mean; its interval as wide as it can be, for what a machine does falls on all cells at once. */
    static Assessment mean(List<Assessment> parts) {
        return new Assessment(
                parts.stream().mapToDouble(Assessment::value).average().orElseThrow(),
                new Interval(
                        parts.stream()
                                .mapToDouble(part -> part.interval().low())
                                .average()
                                .orElseThrow(),
                        parts.stream()
                                .mapToDouble(part -> part.interval().high())
                                .average()
                                .orElseThrow()),
                parts.stream().map(Assessment::scoreBasis).reduce(ScoreBasis.NONE, ScoreBasis::with));
    }

    /** A target's score on these models alone, of which it has at least one. */
    static Assessment on(List<FamilyScore> families, Set<String> models) {
        return mean(families.stream()
                .map(family -> family.models().stream()
                        .filter(model -> models.contains(model.sha256()))
                        .map(ModelScore::assessment)
                        .toList())
                .filter(parts -> !parts.isEmpty())
                .map(Ranking::mean)
                .toList());
    }

    static TargetScore target(ScoredTarget target, List<FamilyScore> families) {
        List<ModelScore> models =
                families.stream().flatMap(family -> family.models().stream()).toList();
        Map<String, Double> reweighted = new LinkedHashMap<>();
        Reweighting.all(scores(models))
                .forEach(other -> reweighted.put(other.words(), value(families, other, Set.of())));
        Map<String, Double> without = new LinkedHashMap<>();
        if (models.size() > 1) {
            models.forEach(model ->
                    without.put("without " + model.model(), value(families, Reweighting.NONE, Set.of(model.sha256()))));
        }
        return new TargetScore(
                target,
                mean(families.stream().map(FamilyScore::assessment).toList()),
                families,
                models.size(),
                range(reweighted),
                without.isEmpty() ? Optional.empty() : Optional.of(range(without)));
    }

    private static List<Score> scores(List<ModelScore> models) {
        return models.stream().flatMap(model -> model.cells().stream()).toList();
    }

    private static Range range(Map<String, Double> values) {
        Map.Entry<String, Double> low =
                values.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        Map.Entry<String, Double> high =
                values.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return new Range(low.getValue(), high.getValue(), low.getKey(), high.getKey());
    }

    /** A target's score with other weights and without some models; families that have none left do not count. */
    private static double value(List<FamilyScore> families, Reweighting weights, Set<String> leftOut) {
        Map<Family, Double> means = new EnumMap<>(Family.class);
        for (FamilyScore family : families) {
            family.models().stream()
                    .filter(model -> !leftOut.contains(model.sha256()))
                    .mapToDouble(model -> model.cells().stream()
                            .mapToDouble(weights::of)
                            .average()
                            .orElseThrow())
                    .average()
                    .ifPresent(mean -> means.put(family.family(), mean));
        }
        return means.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** How the order hangs on weights and models; empty where nothing stands in an order. */
    static Optional<Sensitivity> sensitivity(TargetOrder order, List<TargetScore> overall) {
        if (order.standings().isEmpty()) {
            return Optional.empty();
        }
        List<TargetScore> targets = overall.stream()
                .filter(target -> order.rank(target.target()) > 0)
                .toList();
        Set<String> common = order.models().keySet();
        List<Variation> variations = new ArrayList<>();
        List<Score> all = targets.stream()
                .flatMap(target -> scores(target.scored()).stream())
                .toList();
        for (Reweighting weights : Reweighting.all(all)) {
            variations.add(new Variation(weights.words(), order(targets, weights, common)));
        }
        if (common.size() > 1) {
            order.models().forEach((sha, name) -> {
                Set<String> rest = new LinkedHashSet<>(common);
                rest.remove(sha);
                variations.add(new Variation("without " + name, order(targets, Reweighting.NONE, rest)));
            });
        }
        return Optional.of(new Sensitivity(
                Sensitivity.SHARE,
                order(targets, Reweighting.NONE, common),
                List.copyOf(order.models().values()),
                variations));
    }

    private static List<String> order(List<TargetScore> targets, Reweighting weights, Set<String> models) {
        record Placed(String label, double value) {}
        return targets.stream()
                .map(target -> {
                    Set<String> leftOut = target.scored().stream()
                            .map(ModelScore::sha256)
                            .filter(sha -> !models.contains(sha))
                            .collect(Collectors.toSet());
                    return new Placed(target.target().label(), value(target.families(), weights, leftOut));
                })
                .sorted(Comparator.comparingDouble((Placed placed) -> -Math.round(placed.value() * 1e6))
                        .thenComparing(Placed::label))
                .map(Placed::label)
                .toList();
    }
}
