package dev.bascule.prediction.data;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Models, targets, and what was measured of these on those. Immutable. */
public final class TrainingSet {
    private final SortedMap<PredictedModel.Key, PredictedModel> models;
    private final SortedMap<TargetKey, TargetTimes> targets;
    private final List<Observation> observations;
    /** Looked up so often that comparing long names of targets in order is felt. */
    private final Map<TargetKey, TargetTimes> byKey;

    private TrainingSet(
            SortedMap<PredictedModel.Key, PredictedModel> models,
            SortedMap<TargetKey, TargetTimes> targets,
            List<Observation> observations) {
        this.models = Collections.unmodifiableSortedMap(models);
        this.targets = Collections.unmodifiableSortedMap(targets);
        this.observations = observations;
        this.byKey = new HashMap<>(targets);
    }

    /** Of all that was observed of these models; what was observed of others is left out. */
    public static TrainingSet of(List<PredictedModel> models, List<Observation> observations) {
        SortedMap<PredictedModel.Key, PredictedModel> known = new TreeMap<>();
        models.forEach(model -> known.put(model.key(), model));
        List<Observation> ofThese = observations.stream()
                .filter(one -> known.containsKey(one.model()))
                .toList();
        SortedMap<TargetKey, TargetTimes> targets = new TreeMap<>();
        ofThese.stream()
                .collect(Collectors.groupingBy(Observation::target))
                .forEach((target, seen) -> targets.put(target, TargetTimes.of(target, seen)));
        return new TrainingSet(known, targets, ofThese);
    }

    public SortedMap<PredictedModel.Key, PredictedModel> models() {
        return models;
    }

    public SortedMap<TargetKey, TargetTimes> targets() {
        return targets;
    }

    public Optional<TargetTimes> target(TargetKey key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Native CPU of a target's machine on one thread, where it was measured: what L1 measures a model on. */
    public Optional<TargetKey> cpuOf(TargetKey target) {
        return targets.keySet().stream()
                .filter(other -> other.machine().equals(target.machine()) && other.isReferenceCpu())
                .reduce((older, newer) -> newer);
    }

    /** Models that were measured on a target. */
    public List<PredictedModel> measuredOn(TargetKey target) {
        return target(target).stream()
                .flatMap(times -> times.logs().keySet().stream())
                .flatMap(key -> Optional.ofNullable(models.get(key)).stream())
                .toList();
    }

    /** What the models' architectures are. */
    public SortedSet<String> architectures() {
        return models.values().stream()
                .map(PredictedModel::architecture)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Without the models of an architecture: what is fitted to the rest never saw any of it. */
    public TrainingSet without(String architecture) {
        return only(model -> !model.architecture().equals(architecture));
    }

    /** With these models alone. */
    public TrainingSet only(Predicate<PredictedModel> wanted) {
        SortedMap<PredictedModel.Key, PredictedModel> kept = new TreeMap<>(models);
        kept.values().removeIf(wanted.negate());
        SortedMap<TargetKey, TargetTimes> left = new TreeMap<>();
        targets.forEach((key, times) -> left.put(key, times.only(kept::containsKey)));
        return new TrainingSet(
                kept,
                left,
                observations.stream()
                        .filter(one -> kept.containsKey(one.model()))
                        .toList());
    }

    /** Without a target. */
    public TrainingSet without(TargetKey target) {
        SortedMap<TargetKey, TargetTimes> left = new TreeMap<>(targets);
        left.remove(target);
        return new TrainingSet(
                models,
                left,
                observations.stream()
                        .filter(one -> !one.target().equals(target))
                        .toList());
    }

    /** With other times of one target: a few of its own, say. */
    public TrainingSet with(TargetTimes times) {
        SortedMap<TargetKey, TargetTimes> changed = new TreeMap<>(targets);
        changed.put(times.target(), times);
        return new TrainingSet(models, changed, observations);
    }

    /** Every time as it was measured, drift of its session included, in the order given. */
    public List<Observation> observations() {
        return observations;
    }

    /** What passes, with drift and noise told from it alone. */
    public TrainingSet observed(Predicate<Observation> wanted) {
        return of(
                List.copyOf(models.values()),
                observations.stream().filter(wanted).toList());
    }

    /** This and another, whose word on a model's work counts where both have one. */
    public TrainingSet plus(TrainingSet other) {
        SortedMap<PredictedModel.Key, PredictedModel> both = new TreeMap<>(models);
        both.putAll(other.models);
        return of(
                List.copyOf(both.values()),
                Stream.concat(observations.stream(), other.observations.stream())
                        .distinct()
                        .toList());
    }

    /**
     * The same models with the minimum of each attempt in the place of its median: what they take while nothing else takes the
     * processor. It has no observation where nobody kept minima.
     */
    public TrainingSet undisturbed() {
        return of(
                List.copyOf(models.values()),
                observations.stream().flatMap(one -> one.undisturbed().stream()).toList());
    }

    /** How many models were measured on each target. */
    public Map<TargetKey, Integer> counts() {
        Map<TargetKey, Integer> counts = new TreeMap<>();
        targets.forEach((key, times) -> counts.put(key, times.logs().size()));
        return counts;
    }
}
