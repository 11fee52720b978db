package dev.bascule.bridge.dashboard.predict;

import dev.bascule.reports.history.MatrixPage;
import java.util.List;
import java.util.Optional;

/**
 * What the dashboard needs of the floor above to say what was not measured. What it says is a prediction: never a verdict, a
 * score, nor a baseline. Thread-safe.
 */
public interface PredictionService {

    /**
     * A model where nobody has measured it.
     *
     * @param row model and settings
     * @param column where
     */
    record Gap(MatrixPage.Row row, MatrixPage.Column column) {}

    /**
     * What is expected in each gap, in their order. May take a while where the history has changed since the last time. What is told for
     * the first time may be kept, to be held against what is measured later.
     *
     * @param measuring whether something is measured on this machine, which fitting would disturb: then only what was worked out
     *     before is told
     */
    List<Prediction> predict(List<Gap> gaps, boolean measuring);

    /**
     * What predictions are made from, and how far they are off.
     *
     * @param measuring as of {@link #predict}
     * @return empty where nothing was read before, and something is measured
     */
    Optional<PredictionFacts> facts(boolean measuring);

    /** A prediction, or why there is none. */
    sealed interface Prediction {}

    /**
     * A time.
     *
     * @param target id of the target that it is of: the newest version of its column
     * @param threads of a CPU engine
     * @param ms of a warm inference, in milliseconds
     * @param interval empty where there is too little to say how sure that is
     * @param noInterval why there is none; empty where there is one
     * @param level what it rests on, such as {@code L1}
     * @param restsOn the same in words
     * @param regime which kind of case it is, in words
     * @param method that said so
     * @param models measured on the target
     * @param architectures of these
     * @param usualError median error of such predictions on architectures that the fit never saw, as a share; empty where too few
     *     were there to tell
     * @param doubt why it may not run there at all; empty where nothing says so
     */
    record Time(
            String target,
            int threads,
            double ms,
            Optional<Interval> interval,
            Optional<String> noInterval,
            String level,
            String restsOn,
            String regime,
            String method,
            int models,
            int architectures,
            Optional<Double> usualError,
            Optional<String> doubt)
            implements Prediction {}

    /**
     * What holds the true time as often as it says.
     *
     * @param lowMs in milliseconds
     * @param highMs in milliseconds
     * @param level such as 0.9
     */
    record Interval(double lowMs, double highMs, double level) {}

    /**
     * No number.
     *
     * @param reason in one line
     */
    record Unknown(String reason) implements Prediction {}

    /**
     * No number yet: whoever asks again later is told more.
     *
     * @param reason in one line
     */
    record NotYet(String reason) implements Prediction {}
}
