package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Fit;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Leaves models out, fits the rest, and holds what is predicted of those against what was measured. Belongs to one thread. */
public final class LeaveOut {
    private final Fits fits;

    public LeaveOut(Fits fits) {
        this.fits = fits;
    }

    /** Each architecture in turn; targets other than the one asked about are known of its models where the level says so. */
    public List<Trial> architectures(Method method, TargetKey target) {
        List<Trial> trials = new ArrayList<>();
        TrainingSet whole = fits.set();
        for (String architecture : whole.architectures()) {
            Fit fit = null;
            for (PredictedModel model : whole.measuredOn(target)) {
                if (model.architecture().equals(architecture)) {
                    fit = fit == null ? fits.without(architecture).of(method, target) : fit;
                    add(trials, method, model, target, fit);
                }
            }
        }
        return List.copyOf(trials);
    }

    /** Each model in turn. */
    public List<Trial> models(Method method, TargetKey target) {
        List<Trial> trials = new ArrayList<>();
        TrainingSet whole = fits.set();
        for (PredictedModel model : whole.measuredOn(target)) {
            if (hasKin(whole, model, target)) {
                Fits rest = new Fits(whole.only(other -> !other.key().equals(model.key())));
                add(trials, method, model, target, rest.of(method, target));
            }
        }
        return List.copyOf(trials);
    }

    /** Whether another of its architecture was measured on the target: else the architecture is not a known one. */
    private static boolean hasKin(TrainingSet whole, PredictedModel model, TargetKey target) {
        return whole.measuredOn(target).stream()
                .anyMatch(other ->
                        !other.key().equals(model.key()) && other.architecture().equals(model.architecture()));
    }

    private void add(List<Trial> trials, Method method, PredictedModel model, TargetKey target, Fit fit) {
        TrainingSet whole = fits.set();
        OptionalDouble predicted = fit.log(question(method.level(), model, target));
        if (predicted.isPresent()) {
            double measured =
                    whole.target(target).orElseThrow().log(model.key()).orElseThrow();
            trials.add(new Trial(method.id(), model, target, predicted.getAsDouble() - measured));
        }
    }

    /** With what a level knows of the model. */
    private Question question(Level level, PredictedModel model, TargetKey target) {
        if (level != Level.L2) {
            return fits.lesson(target).question(model);
        }
        Map<TargetKey, Double> measured = new HashMap<>();
        fits.set().targets().forEach((other, times) -> {
            if (!other.equals(target)) {
                times.log(model.key()).ifPresent(log -> measured.put(other, log));
            }
        });
        return new Question(model, measured);
    }
}
