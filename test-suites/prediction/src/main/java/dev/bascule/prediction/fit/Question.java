package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * A model whose time is asked for, and what was measured of it elsewhere. Immutable.
 *
 * @param model with its work
 * @param measured natural logarithms of milliseconds, by target; none of the target that is asked about. Native CPU's is of the
 *     session that asks, others are of the data, their sessions' drift taken out
 * @param drift how much slower the machine is today than it was in the data, as a logarithm, by anchors measured in the same
 *     session; 0 where none were. What is predicted of the graph alone is moved by it; ratios to what was measured today need not be.
 * @param undisturbed the same question in minima, where {@code measured} has medians; empty where minima are not known, or asked
 *     for themselves
 */
public record Question(
        PredictedModel model, Map<TargetKey, Double> measured, double drift, Optional<Question> undisturbed) {

    public Question {
        measured = Map.copyOf(measured);
        if (!Double.isFinite(drift)) {
            throw new IllegalArgumentException("a drift of " + drift);
        }
    }

    /** Of which no minima are known. */
    public Question(PredictedModel model, Map<TargetKey, Double> measured, double drift) {
        this(model, measured, drift, Optional.empty());
    }

    /** On a machine that is as it was. */
    public Question(PredictedModel model, Map<TargetKey, Double> measured) {
        this(model, measured, 0);
    }

    /** With what data have of the model on some targets, medians and minima, on a machine that is as it was. */
    public static Question known(Fits fits, PredictedModel model, Predicate<TargetKey> on) {
        return new Question(model, logs(fits.set(), model, on))
                .with(new Question(model, logs(fits.undisturbed().set(), model, on)));
    }

    private static Map<TargetKey, Double> logs(TrainingSet set, PredictedModel model, Predicate<TargetKey> on) {
        Map<TargetKey, Double> logs = new HashMap<>();
        set.targets().forEach((target, times) -> {
            if (on.test(target)) {
                times.log(model.key()).ifPresent(log -> logs.put(target, log));
            }
        });
        return logs;
    }

    /** With the same question in minima. */
    public Question with(Question minima) {
        return new Question(model, measured, drift, Optional.of(minima));
    }

    /** Without what was measured on a target. */
    public Question without(TargetKey target) {
        Map<TargetKey, Double> others = new HashMap<>(measured);
        others.remove(target);
        return new Question(model, others, drift, undisturbed.map(minima -> minima.without(target)));
    }

    /** What was measured on a target. */
    public OptionalDouble on(TargetKey target) {
        Double log = measured.get(target);
        return log == null ? OptionalDouble.empty() : OptionalDouble.of(log);
    }

    /**
     * The drift that anchors show.
     *
     * @param known what the data have of the target that they were measured on
     * @param today milliseconds of models measured now
     * @return empty where the data have none of them
     */
    public static OptionalDouble drift(TargetTimes known, Map<PredictedModel.Key, Double> today) {
        double[] apart = today.entrySet().stream()
                .filter(now -> known.log(now.getKey()).isPresent())
                .mapToDouble(now ->
                        Math.log(now.getValue()) - known.log(now.getKey()).orElseThrow())
                .toArray();
        return apart.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Medians.of(apart));
    }
}
