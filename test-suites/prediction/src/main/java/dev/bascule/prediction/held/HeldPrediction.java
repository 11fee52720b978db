package dev.bascule.prediction.held;

import dev.bascule.reports.history.MadePrediction;
import java.time.Instant;

/**
 * A prediction, and what was measured after it. Immutable.
 *
 * @param session the run that it was measured in
 * @param at when
 * @param millis the median of that session
 */
record HeldPrediction(MadePrediction prediction, String session, Instant at, double millis) {

    /** As a share of the measured time. */
    double error() {
        return Math.abs(prediction.millis() / millis - 1);
    }

    boolean hasInterval() {
        return prediction.bounds().isPresent();
    }

    boolean isWithin() {
        return prediction
                .bounds()
                .filter(bounds -> bounds.low() <= millis && millis <= bounds.high())
                .isPresent();
    }
}
