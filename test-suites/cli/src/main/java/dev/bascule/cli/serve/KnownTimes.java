package dev.bascule.cli.serve;

import dev.bascule.bridge.dashboard.predict.PredictionFacts;
import dev.bascule.bridge.dashboard.predict.PredictionService;
import dev.bascule.bridge.dashboard.predict.PredictionService.Gap;
import dev.bascule.cli.predict.KeptPredictions;
import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.FailedPairs;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.feasible.OperatorEvidence;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.held.HeldPredictions;
import dev.bascule.prediction.held.HeldReport;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.SeenMachine;
import dev.bascule.reports.history.TimedAttempt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * What a history and the product's data say of times at one moment, and what was predicted from it. A gap was measured by nobody,
 * so that nothing needs to be left out of the data to predict it. Belongs to one thread at a time.
 */
final class KnownTimes {
    private static final double LEVEL = 0.9;

    private final TrainingSet set;
    private final MatrixPlaces places;
    private final CannotRun ends;
    private final Feasibility feasibility;
    private final HeldReport held;
    /** Models whose kernels are known and which no right time is of, besides those of the set. */
    private final Map<PredictedModel.Key, PredictedModel> untimed;

    private final Predictor predictor;
    private final Map<MatrixPlaces.Place, PredictionService.Prediction> made = new HashMap<>();
    private Optional<PredictionFacts> facts = Optional.empty();

    private KnownTimes(
            TrainingSet set,
            MatrixPlaces places,
            CannotRun ends,
            Feasibility feasibility,
            HeldReport held,
            Map<PredictedModel.Key, PredictedModel> untimed,
            Predictor predictor) {
        this.set = set;
        this.places = places;
        this.ends = ends;
        this.feasibility = feasibility;
        this.held = held;
        this.untimed = untimed;
        this.predictor = predictor;
    }

    /** @param others data that are not the history's */
    static KnownTimes of(TrainingSet others, History history) {
        List<TimedAttempt> attempts = history.timedAttempts();
        TrainingSet set = others.plus(HistoryData.of(history.works(), attempts));
        Map<PredictedModel.Key, String> names = new HashMap<>();
        attempts.forEach(attempt -> names.put(
                new PredictedModel.Key(
                        attempt.subject().sha256(), attempt.subject().inputs()),
                attempt.subject().model()));
        Map<PredictedModel.Key, PredictedModel> untimed = new HashMap<>();
        history.works().stream()
                .filter(work -> work.threads() == 1)
                .forEach(work -> Optional.ofNullable(names.get(new PredictedModel.Key(work.model(), work.inputs())))
                        .flatMap(name -> HistoryData.model(name, work))
                        .ifPresent(model -> untimed.put(model.key(), model)));
        return new KnownTimes(
                set,
                MatrixPlaces.of(attempts),
                CannotRun.of(attempts),
                new Feasibility(set, FailedPairs.of(set, attempts), OperatorEvidence.of(history, attempts)),
                HeldPredictions.of(history.predictions(), attempts),
                untimed,
                new Predictor(set));
    }

    /**
     * What all that is made from.
     *
     * @param machines of the history
     * @param fitting whether what was not told before may be worked out now
     */
    Optional<PredictionFacts> facts(Supplier<List<SeenMachine>> machines, boolean fitting) {
        if (facts.isEmpty() && fitting) {
            facts = Optional.of(FactsOfPredictions.of(set, predictor.layers(), machines.get(), held));
        }
        return facts;
    }

    /**
     * @param fitting whether what was not predicted before may be worked out now
     * @param told takes what was
     */
    PredictionService.Prediction predict(Gap gap, boolean fitting, KeptPredictions told) {
        MatrixPlaces.Found found = places.find(gap.row(), gap.column());
        if (!(found instanceof MatrixPlaces.Place place)) {
            // While nothing is read anew, the history may have more by now than is known here.
            return fitting
                    ? new PredictionService.Unknown(((MatrixPlaces.Nowhere) found).reason())
                    : DashboardPredictions.LATER;
        }
        Optional<PredictionService.Prediction> known = Optional.ofNullable(made.get(place));
        if (known.isPresent()) {
            return known.get();
        }
        if (!fitting) {
            return DashboardPredictions.LATER;
        }
        PredictionService.Prediction fresh = predict(place, told);
        made.put(place, fresh);
        return fresh;
    }

    private PredictionService.Prediction predict(MatrixPlaces.Place place, KeptPredictions told) {
        Optional<PredictedModel> model = Optional.ofNullable(set.models().get(place.model()))
                .or(() -> Optional.ofNullable(untimed.get(place.model())));
        if (model.isEmpty()) {
            return new PredictionService.Unknown(
                    "what its kernels are is not known: bascule collect learns it, while no server holds the history");
        }
        Optional<String> cannot = ends.why(place.model(), place.target());
        if (cannot.isPresent()) {
            return new PredictionService.Unknown(cannot.get());
        }
        if (places.isMeasured(place)) {
            return new PredictionService.Unknown("its time there is known, from runs that are not shown here");
        }
        OptionalDouble known = known(place);
        if (known.isPresent()) {
            return new PredictionService.Unknown(
                    "the data that the product brings have its time there, of a machine like this one: %s"
                            .formatted(Figures.millis(known.getAsDouble())));
        }
        Optional<String> hopeless = feasibility.cannot(model.get(), place.target());
        if (hopeless.isPresent()) {
            return new PredictionService.Unknown(hopeless.get());
        }
        Prediction prediction = predictor.predict(question(model.get()), place.target(), LEVEL);
        told.add(model.get(), prediction);
        return prediction instanceof Prediction.Time time
                ? time(time, feasibility.doubt(model.get(), place.target()))
                : new PredictionService.Unknown(((Prediction.None) prediction).reason());
    }

    /** What the data have, where this history has nothing: the median over sessions, in milliseconds. */
    private OptionalDouble known(MatrixPlaces.Place place) {
        double[] millis = set.observations().stream()
                .filter(one -> one.model().equals(place.model()) && one.target().equals(place.target()))
                .mapToDouble(Observation::millis)
                .toArray();
        return millis.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Medians.of(millis));
    }

    /** With all that was measured of it elsewhere; drift is taken out of that as out of the data. */
    private Question question(PredictedModel model) {
        return Question.known(predictor.fits(), model, target -> true);
    }

    private static PredictionService.Time time(Prediction.Time time, Optional<String> doubt) {
        return new PredictionService.Time(
                time.target().target(),
                time.target().threads(),
                time.millis(),
                time.interval().map(KnownTimes::interval),
                time.interval().isPresent() ? Optional.empty() : Optional.of(time.noInterval()),
                time.level().name(),
                time.level().words(),
                time.regime().words(),
                time.method(),
                time.models(),
                time.architectures(),
                time.usualError().isPresent() ? Optional.of(time.usualError().getAsDouble()) : Optional.empty(),
                doubt);
    }

    private static PredictionService.Interval interval(Interval interval) {
        return new PredictionService.Interval(interval.low(), interval.high(), interval.level());
    }
}
