package dev.bascule.prediction.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * What a machine did in each session to all that it ran, told from models that were measured in several. A log-time is taken as
 * the model's own plus its session's; both are found in turns as medians, so that one odd time moves neither. Immutable.
 *
 * @param logs of one target: by model, without what its sessions did
 * @param sessions what each session added, in logarithms; they have the median 0
 * @param floor what is left between sessions, as a standard deviation of logarithms: 1.4826 times the median of absolute
 *     differences between two sessions, over √2; empty where no model was measured in two sessions
 */
record SessionDrift(Map<PredictedModel.Key, Double> logs, Map<String, Double> sessions, OptionalDouble floor) {
    private static final int ROUNDS = 8;
    private static final double MAD_TO_SIGMA = 1.4826;

    /** Of all observations of one target. */
    static SessionDrift of(List<Observation> observations) {
        Map<String, Double> drift = new HashMap<>();
        Map<PredictedModel.Key, Double> logs = new TreeMap<>();
        Map<PredictedModel.Key, List<Observation>> byModel = new TreeMap<>();
        Map<String, List<Observation>> bySession = new TreeMap<>();
        for (Observation one : observations) {
            byModel.computeIfAbsent(one.model(), key -> new ArrayList<>()).add(one);
            bySession.computeIfAbsent(one.session(), key -> new ArrayList<>()).add(one);
            drift.put(one.session(), 0.0);
        }
        for (int round = 0; round < ROUNDS; round++) {
            byModel.forEach((model, seen) -> logs.put(
                    model,
                    Medians.of(seen.stream()
                            .mapToDouble(one -> one.log() - at(drift, one.session()))
                            .toArray())));
            // A session that shares no model with another has nothing to be held against.
            bySession.forEach((session, seen) -> {
                double[] apart = seen.stream()
                        .filter(one -> seenElsewhere(byModel, one))
                        .mapToDouble(one -> one.log() - logs.getOrDefault(one.model(), one.log()))
                        .toArray();
                drift.put(session, apart.length == 0 ? 0 : Medians.of(apart));
            });
            double middle = Medians.of(
                    drift.values().stream().mapToDouble(Double::doubleValue).toArray());
            drift.replaceAll((session, moved) -> moved - middle);
        }
        return new SessionDrift(logs, drift, floor(byModel, drift));
    }

    private static boolean seenElsewhere(Map<PredictedModel.Key, List<Observation>> byModel, Observation one) {
        return byModel.getOrDefault(one.model(), List.of()).stream()
                .anyMatch(other -> !other.session().equals(one.session()));
    }

    private static OptionalDouble floor(Map<PredictedModel.Key, List<Observation>> byModel, Map<String, Double> drift) {
        double[] apart = byModel.values().stream()
                .flatMapToDouble(seen -> pairs(seen, drift))
                .toArray();
        return apart.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(MAD_TO_SIGMA * Medians.of(apart));
    }

    /** Of each two sessions that measured one model: by how much they differ, over √2, for both have the noise. */
    private static DoubleStream pairs(List<Observation> seen, Map<String, Double> drift) {
        DoubleStream.Builder pairs = DoubleStream.builder();
        for (int i = 0; i < seen.size(); i++) {
            for (int j = i + 1; j < seen.size(); j++) {
                Observation one = seen.get(i);
                Observation other = seen.get(j);
                if (!one.session().equals(other.session())) {
                    pairs.add(Math.abs(one.log() - at(drift, one.session()) - other.log() + at(drift, other.session()))
                            / Math.sqrt(2));
                }
            }
        }
        return pairs.build();
    }

    private static double at(Map<String, Double> drift, String session) {
        return drift.getOrDefault(session, 0.0);
    }
}
