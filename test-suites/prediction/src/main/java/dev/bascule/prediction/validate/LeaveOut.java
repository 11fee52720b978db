package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Circumstances;
import dev.bascule.prediction.fit.Fit;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            for (PredictedModel model : whole.measuredOn(target)) {
                if (model.architecture().equals(architecture)) {
                    add(trials, method, model, target, fits.without(architecture));
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
                add(trials, method, model, target, fits.without(model.key()));
            }
        }
        return List.copyOf(trials);
    }

    /**
     * The target itself, predicted by what was learned of the newest one that is as it with an older version of the engine.
     *
     * @return nothing where the data have no older version
     */
    public List<Trial> engineVersion(Method method, TargetKey target) {
        List<Trial> trials = new ArrayList<>();
        Optional<TargetKey> other = EngineVersions.before(fits.set(), target);
        if (other.isPresent()) {
            Fit fit = new Fits(fits.set().without(target)).of(method, other.get());
            for (PredictedModel model : fits.set().measuredOn(target)) {
                fit.log(fits.lesson(target).question(model))
                        .ifPresent(log ->
                                trials.add(new Trial(method.id(), model, target, log - measured(model, target))));
            }
        }
        return List.copyOf(trials);
    }

    private double measured(PredictedModel model, TargetKey target) {
        return fits.set().target(target).orElseThrow().log(model.key()).orElseThrow();
    }

    /** Whether another of its architecture was measured on the target: else the architecture is not a known one. */
    private static boolean hasKin(TrainingSet whole, PredictedModel model, TargetKey target) {
        return whole.measuredOn(target).stream()
                .anyMatch(other ->
                        !other.key().equals(model.key()) && other.architecture().equals(model.architecture()));
    }

    private void add(List<Trial> trials, Method method, PredictedModel model, TargetKey target, Fits seen) {
        Question question = question(method.level(), model, target);
        OptionalDouble predicted = seen.of(method, target).log(question);
        predicted.ifPresent(log -> trials.add(new Trial(
                method.id(),
                model,
                target,
                log - measured(model, target),
                Circumstances.of(seen, method, target, question))));
    }

    /** With what a level knows of the model. */
    private Question question(Level level, PredictedModel model, TargetKey target) {
        return level == Level.L2
                ? Question.known(fits, model, other -> !other.equals(target))
                : fits.lesson(target).question(model);
    }
}
