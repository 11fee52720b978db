package dev.bascule.prediction.select;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.predict.Prediction;
import java.util.Optional;

/**
 * A target, with what is known of the model there. Immutable.
 *
 * @param knowledge of which kind it is
 */
public record Foretold(TargetKey target, Knowledge knowledge) {

    /** What is known. */
    public sealed interface Knowledge {}

    /**
     * It was measured there and was right; the history has its samples.
     *
     * @param millis the middle of its sessions
     */
    public record Measured(double millis) implements Knowledge {}

    /**
     * Data that somebody wrote tell a time, without samples: nobody here saw it.
     *
     * @param millis the middle of its sessions
     */
    public record Told(double millis) implements Knowledge {}

    /**
     * It was not.
     *
     * @param time what is expected
     * @param doubt why it may not run there; empty where nothing says so
     */
    public record Predicted(Prediction.Time time, Optional<String> doubt) implements Knowledge {}

    /**
     * Nothing is expected of it.
     *
     * @param reason in one line
     */
    public record Excluded(String reason) implements Knowledge {}

    /** Milliseconds, measured or expected; infinitely many where there are none. */
    double millis() {
        if (knowledge instanceof Measured measured) {
            return measured.millis();
        }
        if (knowledge instanceof Told told) {
            return told.millis();
        }
        return knowledge instanceof Predicted predicted ? predicted.time().millis() : Double.POSITIVE_INFINITY;
    }

    /** As little as it may be; of a told time nobody knows. */
    double low() {
        if (knowledge instanceof Told) {
            return 0;
        }
        return knowledge instanceof Predicted predicted
                ? predicted.time().interval().map(interval -> interval.low()).orElse(0.0)
                : millis();
    }

    /** As much as it may be; of a told time nobody knows. */
    double high() {
        if (knowledge instanceof Told) {
            return Double.POSITIVE_INFINITY;
        }
        return knowledge instanceof Predicted predicted
                ? predicted.time().interval().map(interval -> interval.high()).orElse(Double.POSITIVE_INFINITY)
                : millis();
    }
}
