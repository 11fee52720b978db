package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A model whose time is asked for, and what was measured of it elsewhere. Immutable.
 *
 * @param model with its work
 * @param measured natural logarithms of milliseconds, by target; none of the target that is asked about. Native CPU's is of the
 *     session that asks, others are of the data, their sessions' drift taken out
 * @param drift how much slower the machine is today than it was in the data, as a logarithm, by anchors measured in the same
 *     session; 0 where none were. What is predicted of the graph alone is moved by it; ratios to what was measured today need not be.
 */
public record Question(PredictedModel model, Map<TargetKey, Double> measured, double drift) {

    public Question {
        measured = Map.copyOf(measured);
        if (!Double.isFinite(drift)) {
            throw new IllegalArgumentException("a drift of " + drift);
        }
    }

    /** On a machine that is as it was. */
    public Question(PredictedModel model, Map<TargetKey, Double> measured) {
        this(model, measured, 0);
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
