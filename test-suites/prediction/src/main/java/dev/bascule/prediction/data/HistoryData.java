package dev.bascule.prediction.data;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.prediction.work.WorkSummary;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.TimedAttempt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What a history has for predictions: models whose work was traced, and their times where outputs were right. What was wrong,
 * failed, was made again, was run by {@linkplain #isUsual unusual} settings, or has fewer than {@value #LEAST_SAMPLES} samples teaches
 * no time. Stateless.
 */
public final class HistoryData {
    private static final int LEAST_SAMPLES = 5;

    private HistoryData() {}

    /** Everything that it has. */
    public static TrainingSet of(History history) {
        return of(history.works(), history.timedAttempts());
    }

    /** Of a history that was read already. */
    public static TrainingSet of(List<ModelWork> works, List<TimedAttempt> attempts) {
        Map<PredictedModel.Key, WorkSummary> traced = new HashMap<>();
        works.stream()
                .filter(work -> work.threads() == 1)
                .forEach(work -> traced.put(new PredictedModel.Key(work.model(), work.inputs()), WorkSummary.of(work)));
        Map<PredictedModel.Key, PredictedModel> models = new TreeMap<>();
        List<Observation> observations = new ArrayList<>();
        for (TimedAttempt attempt : attempts) {
            PredictedModel.Key key = new PredictedModel.Key(
                    attempt.subject().sha256(), attempt.subject().inputs());
            WorkSummary work = traced.get(key);
            if (work != null && teaches(attempt)) {
                String name = attempt.subject().model();
                models.putIfAbsent(key, new PredictedModel(name, key.sha256(), key.inputs(), architecture(name), work));
                observations.add(observation(key, attempt));
            }
        }
        return TrainingSet.of(List.copyOf(models.values()), observations);
    }

    /** Where an attempt was asked to run. */
    public static TargetKey target(TimedAttempt attempt) {
        return new TargetKey(
                attempt.origin().machine(),
                attempt.target().id(),
                attempt.threads().orElse(1));
    }

    /** The time that an attempt teaches; empty of one that teaches none. */
    public static Optional<Observation> observed(TimedAttempt attempt) {
        return teaches(attempt)
                ? Optional.of(observation(
                        new PredictedModel.Key(
                                attempt.subject().sha256(), attempt.subject().inputs()),
                        attempt))
                : Optional.empty();
    }

    /** Whether an attempt is one of the place that {@link #target} names, which knows of no settings but threads. */
    public static boolean isUsual(TimedAttempt attempt) {
        return isUsual(attempt.subject().settings());
    }

    /**
     * Whether nothing is asked for otherwise but threads, which a {@link TargetKey} tells, and batch and sizes, which the inputs of a
     * {@link PredictedModel.Key} tell. By another order, precision or optimization of the graph it is another place.
     */
    public static boolean isUsual(Map<String, String> settings) {
        return settings.keySet().stream()
                .allMatch(name -> name.equals("batch")
                        || name.equals("threads")
                        || name.startsWith("dim.")
                        || name.startsWith("frame."));
    }

    private static boolean teaches(TimedAttempt attempt) {
        return attempt.outcome() == Outcome.SUCCEEDED
                && isUsual(attempt)
                && attempt.retry() == 0
                && attempt.right().orElse(true)
                && attempt.costs().measured().size() >= LEAST_SAMPLES
                && attempt.costs().measured().median() > 0;
    }

    private static Observation observation(PredictedModel.Key key, TimedAttempt attempt) {
        return new Observation(
                key,
                target(attempt),
                attempt.origin().runId(),
                attempt.origin().startedAt(),
                attempt.costs().measured().median(),
                minimum(attempt));
    }

    /** Where a clock was too coarse to tell it from nothing, it is not known. */
    private static OptionalDouble minimum(TimedAttempt attempt) {
        double least = attempt.costs().measured().sorted()[0];
        return least > 0 ? OptionalDouble.of(least) : OptionalDouble.empty();
    }

    /** Of a model of the zoo its network's name; of another its own, for who knows what it resembles. */
    public static String architecture(String model) {
        return Zoo.model(model).map(ZooModel::network).orElse(model);
    }

    /** Of a model that was traced just now. */
    public static Optional<PredictedModel> model(String name, ModelWork work) {
        return work.kernels().isEmpty()
                ? Optional.empty()
                : Optional.of(new PredictedModel(
                        name, work.model(), work.inputs(), architecture(name), WorkSummary.of(work)));
    }
}
