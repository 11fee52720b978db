package dev.bascule.prediction.predict;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Level;
import java.util.Optional;
import java.util.OptionalDouble;

/** What is expected of a model on a target; never a verdict, a score, nor a baseline. */
public sealed interface Prediction {

    TargetKey target();

    /**
     * A time.
     *
     * @param millis of a warm inference
     * @param interval empty where there is too little to say how sure that is
     * @param noInterval why there is none; blank where there is one
     * @param level what it rests on
     * @param regime which kind of case it is
     * @param method that said so
     * @param models measured on the target
     * @param architectures of these
     * @param usualError median error of such predictions on architectures that the fit never saw, as a share; empty where too
     *     few were there to tell
     */
    record Time(
            TargetKey target,
            double millis,
            Optional<Interval> interval,
            String noInterval,
            Level level,
            Regime regime,
            String method,
            int models,
            int architectures,
            OptionalDouble usualError)
            implements Prediction {}

    /**
     * No number.
     *
     * @param reason in one line
     */
    record None(TargetKey target, String reason) implements Prediction {}
}
