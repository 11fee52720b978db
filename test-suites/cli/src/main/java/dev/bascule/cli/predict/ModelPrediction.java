package dev.bascule.cli.predict;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.predict.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is said of one model.
 *
 * @param model with its work
 * @param cpuMillis measured just now on native CPU, one thread; empty where it was not measured, or not right
 * @param targets one for each
 */
record ModelPrediction(PredictedModel model, OptionalDouble cpuMillis, List<OfTarget> targets) {

    /**
     * A target.
     *
     * @param prediction made without what was measured of the model there
     * @param measured milliseconds that the data have of it there, the middle of its sessions; never mixed with the prediction
     * @param known why it cannot run there, as an earlier attempt ended
     */
    record OfTarget(Prediction prediction, OptionalDouble measured, Optional<String> known) {}
}
