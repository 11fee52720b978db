package dev.bascule.prediction.recommend;

import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.interval.GroupedConformal;
import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Expects times as {@code predict} does, from what was measured before: nothing is timed now. A percentile is the predicted median times a
 * ratio that other models have on that target: both have to hold, and each fails with 1 − {@code level} at most, so that the
 * product covers 1 − 2 (1 − {@code level}). Belongs to one thread.
 */
public final class PredictedFigures implements Expectation {
    private final TrainingSet data;
    private final Feasibility feasibility;
    private final List<Told> told = new ArrayList<>();
    private final TailRatios tails;
    private final Expectation memory;
    private final double level;
    private final Predictor all;
    private final Map<String, Predictor> without = new HashMap<>();

    /**
     * @param feasibility whether models are expected to run at all; what is in doubt is unknown, for nobody would recommend it
     * @param memory what memory is expected by
     * @param level of intervals, such as 0.9
     */
    public PredictedFigures(Feasibility feasibility, TailRatios tails, Expectation memory, double level) {
        this.data = feasibility.set();
        this.feasibility = feasibility;
        this.tails = tails;
        this.memory = memory;
        this.level = level;
        this.all = new Predictor(this.data);
    }

    @Override
    public Figure of(Quantity quantity, CandidateModel model, TargetKey target, Remedy measuring) {
        return switch (quantity) {
            case MEMORY -> memory.of(quantity, model, target, measuring);
            case SIZE -> new Figure.Unknown("nobody counted the bytes of its files", measuring);
            case LOAD -> new Figure.Unknown("how long a session takes to create is not predicted", measuring);
            case MEAN -> new Figure.Unknown("a mean is not predicted, a median is", measuring);
            case MEDIAN -> median(model, target, measuring);
            case P90, P95, P99 -> percentile(quantity, median(model, target, measuring), target, measuring);
        };
    }

    /** A median that was predicted. */
    public record Told(PredictedModel model, Prediction.Time time) {}

    /** Every median that was predicted so far, each once. */
    public List<Told> told() {
        return told.stream().distinct().toList();
    }

    private Figure median(CandidateModel model, TargetKey target, Remedy measuring) {
        Optional<PredictedModel> known =
                model.key().flatMap(key -> Optional.ofNullable(data.models().get(key)));
        if (known.isEmpty()) {
            return new Figure.Unknown("its kernels are not known, so nothing is predicted of it", Remedy.predict());
        }
        Optional<String> against = feasibility
                .cannot(known.get(), target)
                .or(() -> feasibility.doubt(known.get(), target).map(why -> "doubtful whether it runs: " + why));
        if (against.isPresent()) {
            return new Figure.Unknown(against.get(), measuring);
        }
        Prediction prediction = predictor(known.get(), target).predict(question(known.get(), target), target, level);
        if (prediction instanceof Prediction.None none) {
            return new Figure.Unknown(none.reason(), measuring);
        }
        Prediction.Time time = (Prediction.Time) prediction;
        if (time.interval().isEmpty()) {
            return new Figure.Unknown("no interval: " + time.noInterval(), measuring);
        }
        Interval interval = time.interval().get();
        told.add(new Told(known.get(), time));
        return new Figure.Predicted(
                OptionalDouble.of(time.millis()),
                interval.low(),
                interval.high(),
                level,
                "%s, %s, %d models measured there"
                        .formatted(time.level(), time.regime().words(), time.models()));
    }

    /** Data of others may have the model on this very target, without samples or proof: what is said must not rest on it. */
    private Predictor predictor(PredictedModel model, TargetKey target) {
        boolean has = data.target(target)
                .map(times -> times.log(model.key()).isPresent())
                .orElse(false);
        return has
                ? without.computeIfAbsent(
                        model.sha256(),
                        left -> new Predictor(data.only(other -> !other.sha256().equals(left))))
                : all;
    }

    private Question question(PredictedModel model, TargetKey target) {
        return Question.known(all.fits(), model, other -> !other.equals(target));
    }

    private Figure percentile(Quantity quantity, Figure median, TargetKey target, Remedy measuring) {
        if (!(median instanceof Figure.Predicted known)) {
            return median;
        }
        TailRatios.Ratio ratio = tails.on(target, quantity.percentile().orElseThrow(), level);
        if (ratio.middle().isEmpty() || ratio.bound().isEmpty()) {
            return new Figure.Unknown(
                    "how far the %s lies above the median is known of %d architectures there, and a bound of %.0f %% takes %d"
                            .formatted(
                                    quantity.word(),
                                    ratio.architectures(),
                                    100 * level,
                                    GroupedConformal.needed(level)),
                    measuring.withSamples(samples(quantity)));
        }
        double middle = ratio.middle().getAsDouble();
        return new Figure.Predicted(
                OptionalDouble.of(known.middle().orElseThrow() * middle),
                // No percentile above it is below the median.
                known.low(),
                known.high() * ratio.bound().getAsDouble(),
                2 * level - 1,
                "%s ÷ median is ×%.2f there, for %.0f %% below ×%.2f (%d attempts of %d architectures); with the median's own interval it covers %.0f %%"
                        .formatted(
                                quantity.word(),
                                middle,
                                100 * level,
                                ratio.bound().getAsDouble(),
                                ratio.attempts(),
                                ratio.architectures(),
                                100 * (2 * level - 1)));
    }

    private static int samples(Quantity quantity) {
        return Summary.needed(quantity.percentile().orElseThrow());
    }
}
