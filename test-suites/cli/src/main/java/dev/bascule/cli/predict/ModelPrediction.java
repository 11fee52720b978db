package dev.bascule.cli.predict;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.fit.LayerDecision;
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
 * @param layers which layers answered on the machines of these, and which were left out: of medians, then of minima
 */
record ModelPrediction(
        PredictedModel model, OptionalDouble cpuMillis, List<OfTarget> targets, List<LayerDecision> layers) {

    /**
     * A target.
     *
     * @param prediction of the median that sessions there usually have; made without what was measured of the model there
     * @param undisturbed of the minimum, which is what it takes while nothing else takes the processor; likewise
     * @param measured milliseconds that the data have of it there, the middle of its sessions; never mixed with the prediction
     * @param least milliseconds of the least sample of these sessions; empty where only medians are known
     * @param cannot why it cannot run there: as an earlier attempt of it ended, or as its engine declares
     * @param inferred why it is not expected to run there, by what others came to: no number, and no verdict either
     * @param doubt why it may not run there, though a time is predicted; empty where nothing says so, or it ran there
     * @param placement where its nodes are expected to run; empty where nothing tells
     */
    record OfTarget(
            Prediction prediction,
            Prediction undisturbed,
            OptionalDouble measured,
            OptionalDouble least,
            Optional<String> cannot,
            Optional<String> inferred,
            Optional<String> doubt,
            Optional<String> placement) {}
}
