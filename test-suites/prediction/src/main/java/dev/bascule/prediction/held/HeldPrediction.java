package dev.bascule.prediction.held;

import dev.bascule.reports.history.MadePrediction;

/**
 * A prediction, and what was measured after it. Immutable.
 *
 * @param millis that figure of the first session after it
 */
record HeldPrediction(MadePrediction prediction, double millis) {

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
