package dev.bascule.cli.pool;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.pool.PoolTime;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import dev.bascule.reports.history.TimedAttempt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What one model takes on targets: measured, where the history has it; else told by data; else predicted from others. Belongs to one thread. */
final class PairTimes {

    private final PredictionData data;
    private final PooledModel model;
    private final double level;
    private final CannotRun ends;
    private final Feasibility feasibility;
    private Optional<Predictor> predictor = Optional.empty();

    /** A time, or why there is none. */
    sealed interface Known {
        record Time(PoolTime time) implements Known {}

        record Nothing(String why) implements Known {}
    }

    /** @param level of the intervals of what is predicted */
    PairTimes(PredictionData data, PooledModel model, double level) {
        this.data = data;
        this.model = model;
        this.level = level;
        this.ends = CannotRun.of(model.attempts());
        this.feasibility = data.with(model.resolved().info()).feasibility();
    }

    Known on(TargetKey target) {
        List<TimedAttempt> there = model.attempts().stream()
                .filter(one -> one.origin().machine().equals(target.machine())
                        && one.target().id().equals(target.target())
                        && one.threads().orElse(1) == target.threads())
                .toList();
        Optional<Known> failed = ends.why(new PredictedModel.Key(model.sha256(), model.inputs()), target)
                .map(Known.Nothing::new);
        if (failed.isPresent()) {
            return failed.get();
        }
        return measured(there)
                .or(() -> told(target))
                .<Known>map(Known.Time::new)
                .orElseGet(() -> predicted(target));
    }

    private static Optional<PoolTime> measured(List<TimedAttempt> there) {
        Map<String, Samples> sessions = new TreeMap<>();
        there.stream()
                .filter(one -> HistoryData.observed(one).isPresent())
                .forEach(one -> sessions.merge(one.origin().runId(), one.costs().measured(), Samples::plus));
        double slow = sessions.values().stream()
                .mapToDouble(samples -> Summary.of(samples)
                        .map(summary -> summary.p90().orElse(summary.median()))
                        .orElse(samples.median()))
                .max()
                .orElse(0);
        return middle(sessions.values().stream()
                        .mapToDouble(Samples::median)
                        .sorted()
                        .toArray())
                .map(median -> new PoolTime.Measured(median, Math.max(slow, median), sessions.size()));
    }

    /** Of two the slower. */
    private static Optional<Double> middle(double[] sorted) {
        return sorted.length == 0 ? Optional.empty() : Optional.of(sorted[sorted.length / 2]);
    }

    /** By data that came without their samples. */
    private Optional<PoolTime> told(TargetKey target) {
        double[] sorted = data.set().observations().stream()
                .filter(one -> one.target().equals(target)
                        && one.model().equals(new PredictedModel.Key(model.sha256(), model.inputs())))
                .mapToDouble(Observation::millis)
                .sorted()
                .toArray();
        return middle(sorted).map(median -> new PoolTime.Told(median, sorted[sorted.length - 1], sorted.length));
    }

    private Known predicted(TargetKey target) {
        if (model.traced().isEmpty()) {
            return new Known.Nothing("not measured there, and its kernels are not known, so nothing is predicted");
        }
        PredictedModel traced = model.traced().get();
        Optional<Known> against = feasibility
                .cannot(traced, target)
                .or(() -> feasibility.doubt(traced, target).map(why -> "doubtful whether it runs there: " + why))
                .map(Known.Nothing::new);
        if (against.isPresent()) {
            return against.get();
        }
        Predictor fitted = predictor.orElseGet(() ->
                new Predictor(data.set().only(other -> !other.sha256().equals(model.sha256()))));
        predictor = Optional.of(fitted);
        Prediction prediction = fitted.predict(question(traced), target, level);
        if (prediction instanceof Prediction.Time time) {
            return time.interval()
                    .<Known>map(interval -> new Known.Time(new PoolTime.Predicted(
                            time.millis(),
                            interval.high(),
                            interval.level(),
                            "%s, %s".formatted(time.level(), time.regime().words()))))
                    .orElseGet(() -> new Known.Nothing("predicted without an upper end: " + time.noInterval()));
        }
        return new Known.Nothing("not measured there: " + ((Prediction.None) prediction).reason());
    }

    private Question question(PredictedModel traced) {
        return Question.known(new Fits(data.set()), traced, target -> true);
    }
}
