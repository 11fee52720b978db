package dev.bascule.cli.predict;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.fallback.text.Glob;
import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.feasible.Feasibility;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Question;
import dev.bascule.prediction.predict.Prediction;
import dev.bascule.prediction.predict.Predictor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Predicts one model from data that have nothing of it but what a level allows.
 *
 * @param data everything, the session just measured as well
 * @param machine fingerprint of this one
 * @param session the run just made; empty where none was
 * @param asked what is in the files of the models asked about
 */
record Foretelling(PredictionData data, String machine, Optional<String> session, AskedModels asked) {
    Foretelling {
        data = asked.in(data);
    }

    /**
     * Of one model.
     *
     * @param on globs of targets; without any those of this machine
     */
    ModelPrediction of(PredictedModel model, Level level, double interval, List<String> on) {
        Predictor predictor =
                new Predictor(data.set().only(other -> !other.sha256().equals(model.sha256())));
        Optional<TargetKey> cpu = data.set().targets().keySet().stream()
                .filter(target -> target.machine().equals(machine) && target.isReferenceCpu())
                .reduce((older, newer) -> newer);
        TrainingSet minima = data.set().undisturbed();
        OptionalDouble now = level == Level.L0 ? OptionalDouble.empty() : today(data.set(), model, cpu);
        Question question = question(model, level, cpu, data.set(), predictor.data())
                .with(question(
                        model, level, cpu, minima, predictor.undisturbed().data()));
        CannotRun ends = CannotRun.of(data.attempts());
        Feasibility feasibility = data.feasibility();
        List<TargetKey> wanted =
                targets().stream().filter(target -> wanted(target, on)).toList();
        return new ModelPrediction(
                model,
                now,
                wanted.stream()
                        .map(target -> answer(predictor, question, target, interval, ends, feasibility))
                        .toList(),
                layers(predictor, wanted));
    }

    private static List<LayerDecision> layers(Predictor predictor, List<TargetKey> targets) {
        List<String> machines =
                targets.stream().map(TargetKey::machine).distinct().toList();
        return Stream.of(predictor.layers(), predictor.layers().undisturbed())
                .flatMap(layers -> layers.decisions().stream())
                .filter(decision -> machines.contains(decision.machine()))
                .toList();
    }

    /** Those where anything was right, and those where models only failed. */
    private SortedSet<TargetKey> targets() {
        SortedSet<TargetKey> targets = new TreeSet<>(data.set().targets().keySet());
        data.attempts().stream()
                .filter(attempt -> HistoryData.isUsual(attempt) && CannotRun.isEnd(attempt.outcome()))
                .map(HistoryData::target)
                .forEach(targets::add);
        return targets;
    }

    private ModelPrediction.OfTarget answer(
            Predictor predictor,
            Question question,
            TargetKey target,
            double interval,
            CannotRun ends,
            Feasibility feasibility) {
        PredictedModel model = question.model();
        OptionalDouble measured = measured(model, target);
        Optional<String> cannot = ends.why(model.key(), target).or(() -> asked.refusal(model.sha256(), target));
        // Whatever others came to there: it ran, or its own end is known.
        Optional<String> inferred =
                cannot.isPresent() || measured.isPresent() ? Optional.empty() : feasibility.cannot(model, target);
        Optional<String> against = cannot.or(() -> inferred);
        return new ModelPrediction.OfTarget(
                against.isPresent()
                        ? new Prediction.None(target, against.get())
                        : predictor.predict(question, target, interval),
                against.isPresent()
                        ? new Prediction.None(target, against.get())
                        : undisturbed(predictor.undisturbed(), question, target, interval),
                measured,
                least(model, target),
                cannot,
                inferred,
                against.isPresent() || measured.isPresent() ? Optional.empty() : feasibility.doubt(model, target),
                against.isPresent() ? Optional.empty() : data.operators().placement(model.sha256(), target));
    }

    private static Prediction undisturbed(Predictor minima, Question question, TargetKey target, double interval) {
        if (minima.data().target(target).isEmpty()) {
            return new Prediction.None(target, "the data have medians of it alone");
        }
        Prediction prediction = minima.predict(question.undisturbed().orElseThrow(), target, interval);
        boolean told = minima.data().targets().keySet().stream()
                .anyMatch(other -> minima.data().measuredOn(other).size() >= Predictor.KNOWN);
        return prediction instanceof Prediction.None && !told
                ? new Prediction.None(
                        target,
                        "it is told from targets with minima of %d models, and the data have none: bascule collect"
                                .formatted(Predictor.KNOWN))
                : prediction;
    }

    private boolean wanted(TargetKey target, List<String> on) {
        return on.isEmpty()
                ? target.machine().equals(machine)
                : on.stream()
                        .anyMatch(glob -> glob.equals("all") || Glob.of(glob).matches(target.toString()));
    }

    /** @param all with what was measured of the model, and {@code rest} without; both of medians, or both of minima */
    private Question question(
            PredictedModel model, Level level, Optional<TargetKey> cpu, TrainingSet all, TrainingSet rest) {
        OptionalDouble now = level == Level.L0 ? OptionalDouble.empty() : today(all, model, cpu);
        Map<TargetKey, Double> measured = new HashMap<>();
        if (level == Level.L2) {
            all.targets().forEach((target, times) -> {
                if (!target.isReferenceCpu()) {
                    times.log(model.key()).ifPresent(log -> measured.put(target, log));
                }
            });
        }
        if (level == Level.L0 || cpu.isEmpty() || now.isEmpty()) {
            return new Question(model, measured);
        }
        measured.put(cpu.get(), Math.log(now.getAsDouble()));
        double drift = rest.observed(one -> session.isEmpty() || !one.session().equals(session.get()))
                .target(cpu.get())
                .map(known ->
                        Question.drift(known, anchors(all, cpu.get(), model)).orElse(0))
                .orElse(0.0);
        return new Question(model, measured, drift);
    }

    /** What others took on native CPU in the session just measured. */
    private Map<PredictedModel.Key, Double> anchors(TrainingSet all, TargetKey cpu, PredictedModel model) {
        Map<PredictedModel.Key, Double> anchors = new HashMap<>();
        all.observations().stream()
                .filter(one -> session.equals(Optional.of(one.session()))
                        && one.target().equals(cpu)
                        && !one.model().equals(model.key()))
                .forEach(one -> anchors.put(one.model(), one.millis()));
        return anchors;
    }

    private OptionalDouble today(TrainingSet all, PredictedModel model, Optional<TargetKey> cpu) {
        return all.observations().stream()
                .filter(one -> session.equals(Optional.of(one.session()))
                        && cpu.equals(Optional.of(one.target()))
                        && one.model().equals(model.key()))
                .mapToDouble(Observation::millis)
                .findFirst();
    }

    /** The middle of its sessions as they were measured, drift included; of two the slower. */
    private OptionalDouble measured(PredictedModel model, TargetKey target) {
        double[] sorted = data.set().observations().stream()
                .filter(one -> one.target().equals(target) && one.model().equals(model.key()))
                .mapToDouble(Observation::millis)
                .sorted()
                .toArray();
        return sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sorted[sorted.length / 2]);
    }

    private OptionalDouble least(PredictedModel model, TargetKey target) {
        return data.set().observations().stream()
                .filter(one -> one.target().equals(target) && one.model().equals(model.key()))
                .flatMapToDouble(one -> one.minimum().stream())
                .min();
    }
}
