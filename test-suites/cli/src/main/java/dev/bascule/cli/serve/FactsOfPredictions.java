package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Coverage;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Data;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Foretold;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Held;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.HeldRow;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.HeldTime;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Later;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.LayerFacts;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Result;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Standing;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.Stored;
import dev.bascule.bridge.dashboard.predict.PredictionFacts.TargetFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.fallback.target.Machine;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.TargetTimes;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.file.DataFile;
import dev.bascule.prediction.file.StoredValidation;
import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Layers;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import dev.bascule.prediction.fit.ProbedTarget;
import dev.bascule.prediction.held.HeldPrediction;
import dev.bascule.prediction.held.HeldReport;
import dev.bascule.prediction.interval.ShareLimits;
import dev.bascule.prediction.predict.Predictor;
import dev.bascule.prediction.validate.Validation;
import dev.bascule.prediction.validate.ValidationReport;
import dev.bascule.reports.history.MadePrediction;
import dev.bascule.reports.history.SeenMachine;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What predictions are made from, and how far they are off, for the dashboard. Stateless. */
final class FactsOfPredictions {
    private static final double LEVEL = 0.9;
    /** Predictions that are shown one by one. */
    private static final int NEWEST = 50;

    private FactsOfPredictions() {}

    /**
     * Takes seconds: sessions are foretold from others.
     *
     * @param set that predictions are made from
     * @param layers that answer, as they were decided of this set
     * @param machines of the history
     * @param held how predictions held that the history has
     */
    static PredictionFacts of(TrainingSet set, Layers layers, List<SeenMachine> machines, HeldReport held) {
        StoredValidation stored = DataFile.shippedValidation();
        Map<String, String> words = new HashMap<>();
        stored.machines().forEach((print, said) -> {
            if (!said.isBlank()) {
                words.put(print, said);
            }
        });
        machines.forEach(seen -> words.put(seen.machine().fingerprint(), words(seen.machine())));
        return new PredictionFacts(
                data(set),
                set.targets().values().stream()
                        .map(times -> target(times, words))
                        .toList(),
                Stream.of(layers, layers.undisturbed())
                        .flatMap(each -> each.decisions().stream())
                        .map(FactsOfPredictions::layer)
                        .toList(),
                set.observations().isEmpty()
                        ? Optional.empty()
                        : Validation.later(set).map(FactsOfPredictions::later),
                held(held),
                new Stored(
                        stored.createdAt(),
                        stored.tool(),
                        stored.machines().values().stream()
                                .filter(said -> !said.isBlank())
                                .sorted()
                                .toList(),
                        data(DataFile.shipped()),
                        stored.rows().stream()
                                .map(row -> result(row, answers(stored, row)))
                                .toList()));
    }

    private static LayerFacts layer(LayerDecision decision) {
        return new LayerFacts(
                decision.machine(),
                decision.figure().word(),
                decision.layer().words(),
                decision.level().name(),
                decision.method(),
                decision.used(),
                decision.why());
    }

    /** Of the data that the product brings: what a file says was left out on each machine answers nothing. */
    private static boolean answers(StoredValidation stored, StoredValidation.Row row) {
        return ProbedTarget.METHOD.id().equals(row.method())
                || Methods.used().stream()
                        .filter(method -> method.id().equals(row.method()))
                        .anyMatch(stored::answers);
    }

    private static String words(Machine machine) {
        return "%s, %d cores, %s".formatted(machine.cpu().name(), machine.cpu().cores(), machine.os());
    }

    private static Data data(TrainingSet set) {
        List<Instant> times = set.observations().stream().map(Observation::at).toList();
        return new Data(
                set.models().size(),
                set.architectures().size(),
                set.targets().size(),
                (int) set.observations().stream()
                        .map(Observation::session)
                        .distinct()
                        .count(),
                set.observations().size(),
                times.stream().min(Comparator.naturalOrder()),
                times.stream().max(Comparator.naturalOrder()));
    }

    private static TargetFacts target(TargetTimes times, Map<String, String> words) {
        int models = times.logs().size();
        return new TargetFacts(
                times.target().machine(),
                Optional.ofNullable(words.get(times.target().machine())),
                times.target().target(),
                times.target().label(),
                times.target().threads(),
                models,
                times.sessions().size(),
                times.floor().isPresent() ? Optional.of(times.floor().getAsDouble()) : Optional.empty(),
                models >= Predictor.KNOWN
                        ? Standing.KNOWN
                        : models >= Predictor.LEAST ? Standing.NEW : Standing.TOO_FEW);
    }

    private static Later later(ValidationReport.Later later) {
        return new Later(
                later.moment(),
                later.errors().stream()
                        .map(row -> new Foretold(
                                row.method(),
                                row.level().name(),
                                row.errors().trials(),
                                row.errors().median(),
                                row.errors().mean(),
                                coverage(row.coverage())))
                        .toList());
    }

    private static Optional<Coverage> coverage(dev.bascule.prediction.validate.Coverage known) {
        return known.held()
                .map(held -> new Coverage(
                        known.level(),
                        held.share(),
                        Optional.of(List.of(held.low(), held.high())),
                        known.halfWidth().isPresent()
                                ? Optional.of(known.halfWidth().getAsDouble())
                                : Optional.empty(),
                        Optional.of(known.isAlarm())));
    }

    private static Held held(HeldReport report) {
        return new Held(
                report.made(),
                report.measured(),
                report.failed(),
                report.replaced(),
                report.open(),
                report.isAlarm(),
                report.rows().stream()
                        .map(row -> new HeldRow(
                                row.group().words(),
                                row.name(),
                                row.times(),
                                row.medianError(),
                                row.coverage().stream()
                                        .map(one -> new Coverage(
                                                one.level(),
                                                one.held().share(),
                                                Optional.of(List.of(
                                                        one.held().low(),
                                                        one.held().high())),
                                                Optional.empty(),
                                                Optional.of(one.alarm())))
                                        .toList()))
                        .toList(),
                report.each().stream()
                        .limit(NEWEST)
                        .map(FactsOfPredictions::beside)
                        .toList());
    }

    private static HeldTime beside(HeldPrediction held) {
        MadePrediction told = held.prediction();
        return new HeldTime(
                told.at(),
                told.maker(),
                told.subject().model(),
                told.place().machine(),
                told.place().target(),
                told.place().threads(),
                told.figure().words(),
                told.basis().level(),
                told.millis(),
                told.bounds()
                        .map(bounds -> new PredictionService.Interval(bounds.low(), bounds.high(), bounds.level())),
                held.millis(),
                held.hasInterval() ? Optional.of(held.isWithin()) : Optional.empty());
    }

    private static Result result(StoredValidation.Row row, boolean answers) {
        return new Result(
                row.scheme(),
                row.method(),
                row.level(),
                Baselines.ALL.stream().map(Method::id).anyMatch(row.method()::equals),
                answers,
                row.trials(),
                row.architectures(),
                row.medianError(),
                row.meanError(),
                row.coverage90().map(share -> coverage(row, share)));
    }

    private static Coverage coverage(StoredValidation.Row row, double share) {
        Optional<ShareLimits> held = row.held();
        return new Coverage(
                LEVEL,
                share,
                held.map(limits -> List.of(limits.low(), limits.high())),
                row.halfWidth90(),
                held.map(limits -> limits.high() < LEVEL));
    }
}
