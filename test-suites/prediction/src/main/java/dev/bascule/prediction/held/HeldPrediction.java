package dev.bascule.prediction.held;

import dev.bascule.reports.history.MadePrediction;

/**
 * A prediction, and what was measured after it. Immutable.
 *
 * @param millis that figure of the first session after it
 */
public record HeldPrediction(MadePrediction prediction, double millis) {

    /** As a share of the measured time. */
    public double error() {
        return Math.abs(prediction.millis() / millis - 1);
    }

    public boolean hasInterval() {
        return prediction.bounds().isPresent();
    }

    /** Whether its interval holds the truth; never where it has none. */
    public boolean isWithin() {
        return prediction
                .bounds()
                .filter(bounds -> bounds.low() <= millis && millis <= bounds.high())
                .isPresent();
    }
}
