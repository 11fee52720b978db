package dev.bascule.prediction.data;

import java.time.Instant;

/**
 * A time that was measured. Immutable.
 *
 * @param model what ran
 * @param target where
 * @param session the run it was measured in: what the machine did then falls on all that was measured in it
 * @param at when
 * @param millis the median of its samples
 */
public record Observation(PredictedModel.Key model, TargetKey target, String session, Instant at, double millis) {

    public Observation {
        if (!(millis > 0) || Double.isInfinite(millis)) {
            throw new IllegalArgumentException("a time of %s ms".formatted(millis));
        }
    }

    double log() {
        return Math.log(millis);
    }
}
