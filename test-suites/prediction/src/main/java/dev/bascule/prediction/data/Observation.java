package dev.bascule.prediction.data;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A time that was measured. Immutable.
 *
 * @param model what ran
 * @param target where
 * @param session the run it was measured in: what the machine did then falls on all that was measured in it
 * @param at when
 * @param millis the median of its samples
 * @param minimum the least of them in milliseconds: as near as samples come to what it takes while nothing else takes the
 *     processor; empty where only the median was kept
 */
public record Observation(
        PredictedModel.Key model, TargetKey target, String session, Instant at, double millis, OptionalDouble minimum) {

    public Observation {
        if (!(millis > 0) || Double.isInfinite(millis)) {
            throw new IllegalArgumentException("a time of %s ms".formatted(millis));
        }
        if (minimum.isPresent() && !(minimum.getAsDouble() > 0 && minimum.getAsDouble() <= millis)) {
            throw new IllegalArgumentException(
                    "a minimum of %s ms of a median of %s".formatted(minimum.getAsDouble(), millis));
        }
    }

    /** One of which the median alone is known. */
    public Observation(PredictedModel.Key model, TargetKey target, String session, Instant at, double millis) {
        this(model, target, session, at, millis, OptionalDouble.empty());
    }

    /** The same with the minimum in the place of the median; empty where that is not known. */
    public Optional<Observation> undisturbed() {
        return minimum.isPresent()
                ? Optional.of(new Observation(model, target, session, at, minimum.getAsDouble()))
                : Optional.empty();
    }

    double log() {
        return Math.log(millis);
    }
}
