package dev.bascule.prediction.data;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Models, targets, and what was measured of these on those. Immutable. */
public final class TrainingSet {
    private final SortedMap<PredictedModel.Key, PredictedModel> models;
    private final SortedMap<TargetKey, TargetTimes> targets;

    private TrainingSet(
            SortedMap<PredictedModel.Key, PredictedModel> models, SortedMap<TargetKey, TargetTimes> targets) {
        this.models = Collections.unmodifiableSortedMap(models);
        this.targets = Collections.unmodifiableSortedMap(targets);
    }

    /** Of all that was observed of these models; what was observed of others is left out. */
    public static TrainingSet of(List<PredictedModel> models, List<Observation> observations) {
        SortedMap<PredictedModel.Key, PredictedModel> known = new TreeMap<>();
        models.forEach(model -> known.put(model.key(), model));
        SortedMap<TargetKey, TargetTimes> targets = new TreeMap<>();
        observations.stream()
                .filter(one -> known.containsKey(one.model()))
                .collect(Collectors.groupingBy(Observation::target))
                .forEach((target, seen) -> targets.put(target, TargetTimes.of(target, seen)));
        return new TrainingSet(known, targets);
    }

    public SortedMap<PredictedModel.Key, PredictedModel> models() {
        return models;
    }

    public SortedMap<TargetKey, TargetTimes> targets() {
        return targets;
    }

    public Optional<TargetTimes> target(TargetKey key) {
        return Optional.ofNullable(targets.get(key));
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
        return models.values().stream().map(PredictedModel::architecture).collect(Collectors.toCollection(TreeSet::new));
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
        return new TrainingSet(kept, left);
    }

    /** Without a target. */
    public TrainingSet without(TargetKey target) {
        SortedMap<TargetKey, TargetTimes> left = new TreeMap<>(targets);
        left.remove(target);
        return new TrainingSet(models, left);
    }

    /** With other times of one target: a few of its own, say. */
    public TrainingSet with(TargetTimes times) {
        SortedMap<TargetKey, TargetTimes> changed = new TreeMap<>(targets);
        changed.put(times.target(), times);
        return new TrainingSet(models, changed);
    }

    /** How many models were measured on each target. */
    public Map<TargetKey, Integer> counts() {
        Map<TargetKey, Integer> counts = new TreeMap<>();
        targets.forEach((key, times) -> counts.put(key, times.logs().size()));
        return counts;
    }
}
