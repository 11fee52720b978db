package dev.bascule.prediction.data;

import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What was measured on one target, drift of its sessions taken out. Immutable.
 *
 * @param target where
 * @param logs natural logarithms of milliseconds, by model
 * @param sessions what each session added to all of its logarithms
 * @param floor what repeated sessions leave between them, as a standard deviation of logarithms; empty where none repeats
 */
public record TargetTimes(
        TargetKey target,
        SortedMap<PredictedModel.Key, Double> logs,
        SortedMap<String, Double> sessions,
        OptionalDouble floor) {
    private static final double LEAST_NOISE = 0.01;

    public TargetTimes {
        logs = Collections.unmodifiableSortedMap(new TreeMap<>(logs));
        sessions = Collections.unmodifiableSortedMap(new TreeMap<>(sessions));
    }

    /** Of observations of this target. */
    static TargetTimes of(TargetKey target, List<Observation> observations) {
        SessionDrift drift = SessionDrift.of(observations);
        return new TargetTimes(target, new TreeMap<>(drift.logs()), new TreeMap<>(drift.sessions()), drift.floor());
    }

    /** The time of a model, as a logarithm. */
    public OptionalDouble log(PredictedModel.Key model) {
        Double log = logs.get(model);
        return log == null ? OptionalDouble.empty() : OptionalDouble.of(log);
    }

    /** By how much sessions differ anyway, as a share: the floor, and 1 % at least and where no model was measured twice. */
    public double noise() {
        return Math.max(LEAST_NOISE, floor.orElse(LEAST_NOISE));
    }

    /** With these models alone. */
    public TargetTimes only(Predicate<PredictedModel.Key> wanted) {
        SortedMap<PredictedModel.Key, Double> kept = new TreeMap<>(logs);
        kept.keySet().removeIf(wanted.negate());
        return new TargetTimes(target, kept, sessions, floor);
    }
}
