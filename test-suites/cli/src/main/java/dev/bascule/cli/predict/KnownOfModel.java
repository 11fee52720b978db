package dev.bascule.cli.predict;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.reports.format.Figures;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

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
     * @param own whether its samples are in the history; else data without samples tell it
     * @param cannot why it cannot run there: as an earlier attempt of it ended, or as its engine declares
     * @param inferred why it is not expected to run there, by what others came to: no number, and no verdict either
     * @param doubt why it may not run there; empty where nothing says so, or it ran there
     */
    public record OfTarget(
            Prediction prediction,
            OptionalDouble measured,
            boolean own,
            Optional<String> cannot,
            Optional<String> inferred,
            Optional<String> doubt) {}

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
        String here = session.machine(Optional.empty());
        PredictionData before = PredictionData.of(context, config.get(Keys.STORE), files);
        AskedModels asked = AskedModels.of(context, List.of(suite));
        Optional<Observation> recalled = recalled(suite, asked, before, here);
        if (recalled.isPresent()) {
            context.console()
                    .say("its kernels and its time on native CPU, %s, are in the history"
                            .formatted(Figures.millis(recalled.get().millis())));
            return of(
                    Optional.ofNullable(before.set().models().get(recalled.get().model()))
                            .orElseThrow(),
                    here,
                    before,
                    Optional.of(recalled.get().session()),
                    asked,
                    interval);
        }
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
        return of(learned.get(0), session.machine(run), data, run.map(RunRecord::id), asked, interval);
    }

    private static KnownOfModel of(
            PredictedModel model,
            String machine,
            PredictionData data,
            Optional<String> session,
            AskedModels asked,
            double interval) {
        ModelPrediction known = new Foretelling(data, machine, session, asked).of(model, Level.L2, interval, List.of());
        Map<TargetKey, Double> own = own(data, known.model());
        return new KnownOfModel(
                known.model(),
                machine,
                known.targets().stream()
                        .map(each -> new OfTarget(
                                each.prediction(),
                                Optional.ofNullable(own.get(each.prediction().target()))
                                        .map(OptionalDouble::of)
                                        .orElse(each.measured()),
                                own.containsKey(each.prediction().target()),
                                each.cannot(),
                                each.inferred(),
                                each.doubt()))
                        .toList(),
                data);
    }

    /** Where attempts of the history measured it, with the median of their times. */
    private static Map<TargetKey, Double> own(PredictionData data, PredictedModel model) {
        return data.attempts().stream()
                .flatMap(attempt -> HistoryData.observed(attempt).stream())
                .filter(one -> one.model().equals(model.key()))
                .collect(Collectors.groupingBy(
                        Observation::target,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                all -> Medians.of(all.stream()
                                        .mapToDouble(Observation::millis)
                                        .toArray()))));
    }

    /**
     * Takes what is predicted to the history, to be held against what is measured later.
     *
     * @param maker the command that told it
     */
    public void keep(CliContext context, String store, String maker) {
        KeptPredictions kept = new KeptPredictions(maker, context.clock().instant());
        targets.forEach(each -> kept.add(model, each.prediction()));
        kept.keep(context, store);
    }

    /** The newest time on this machine's native CPU of a model that is fed by default, where the history has its kernels as well. */
    private static Optional<Observation> recalled(Suite suite, AskedModels asked, PredictionData data, String machine) {
        SuiteModel wanted = suite.models().get(0);
        if (!wanted.feed().equals(SuiteModel.Feed.NONE) || data.attempts().isEmpty()) {
            return Optional.empty();
        }
        Set<String> sha256 = asked.models().keySet();
        List<Observation> times = data.set().observations().stream()
                .filter(one -> sha256.contains(one.model().sha256())
                        && one.target().machine().equals(machine)
                        && one.target().isReferenceCpu()
                        && one.target().target().contains("-" + EngineBuilds.BUNDLED + "/"))
                .toList();
        // Of several shapes nobody knows which are the usual ones.
        boolean single = times.stream().map(Observation::model).distinct().count() == 1;
        return single ? times.stream().max(Comparator.comparing(Observation::at)) : Optional.empty();
    }
}
