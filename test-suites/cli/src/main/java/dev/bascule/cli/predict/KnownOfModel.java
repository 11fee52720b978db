package dev.bascule.cli.predict;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.suites.suite.Suite;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whatever is known of a model on the targets of this machine: what was measured, what is predicted, and where it cannot run.
 *
 * @param model with its work
 * @param machine fingerprint of this one
 * @param targets one for each that the data have of this machine
 * @param data what it rests on
 */
public record KnownOfModel(PredictedModel model, String machine, List<OfTarget> targets, PredictionData data) {

    /**
     * A target.
     *
     * @param prediction made without what was measured of the model there
     * @param measured milliseconds that it took there; empty where it was not measured, or not right
     * @param cannot why it cannot run there, as an earlier attempt ended
     */
    public record OfTarget(Prediction prediction, OptionalDouble measured, Optional<String> cannot) {}

    /**
     * Measures the model on native CPU, learns its kernels, and predicts the rest.
     *
     * @param suite of one model
     * @param files data of other machines
     * @param interval of the predictions, as a share
     * @throws BasculeException where its kernels cannot be learned
     */
    public static KnownOfModel learn(
            CliContext context, Config config, String command, Suite suite, List<Path> files, double interval) {
        PredictSession session = new PredictSession(context, config, command);
        Optional<RunRecord> run = Optional.of(session.measured(List.of(suite)));
        List<PredictedModel> learned = session.learned(List.of(suite));
        if (learned.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.REFERENCE_UNAVAILABLE,
                    "the model's kernels could not be learned on native CPU, and without them nothing is predicted",
                    "bascule run %s --browsers none --backends cpu"
                            .formatted(suite.models().get(0).reference()));
        }
        PredictionData data = PredictionData.of(context, config.get(Keys.STORE), files);
        String machine = session.machine(run);
        ModelPrediction known = new Foretelling(data, machine, run.map(RunRecord::id))
                .of(learned.get(0), Level.L2, interval, List.of());
        return new KnownOfModel(
                known.model(),
                machine,
                known.targets().stream()
                        .map(each -> new OfTarget(each.prediction(), each.measured(), each.known()))
                        .toList(),
                data);
    }
}
