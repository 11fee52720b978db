package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Tells the circumstances of predictions, and gathers errors that were made in known ones. Stateless. */
public final class Circumstances {
    private Circumstances() {}

    /**
     * Of a prediction by one of {@link Methods}.
     *
     * @param fits of what the prediction was learned from
     * @return empty of another method, and where the question lacks what one of two methods needs
     */
    public static Optional<Circumstance> of(Fits fits, Method method, TargetKey target, Question question) {
        if (!Methods.all().contains(method)) {
            return Optional.empty();
        }
        PredictedModel model = question.model();
        Method rival = method.level() == Level.L0 ? Baselines.FLOPS_AND_BYTES : ClassTimes.METHOD;
        OptionalDouble one = fits.of(ClassWork.METHOD, target).log(question);
        OptionalDouble other = fits.of(rival, target).log(question);
        OptionalDouble nearest = fits.set().measuredOn(target).stream()
                .filter(seen -> !seen.key().equals(model.key()))
                .mapToDouble(seen -> Baselines.distance(seen.work(), model.work()))
                .min();
        return one.isPresent() && other.isPresent() && nearest.isPresent()
                ? Optional.of(new Circumstance(
                        Math.abs(one.getAsDouble() - other.getAsDouble()),
                        Math.sqrt(nearest.getAsDouble()),
                        Math.log(1 + model.work().total().operations())))
                : Optional.empty();
    }

    /**
     * The errors of a method on architectures that it never saw.
     *
     * @param targets of which they are gathered
     * @param siblings on which a model was measured, beside native CPU: who knows fewer is further off
     */
    public static List<Miss> misses(Fits fits, Method method, List<TargetKey> targets, Set<TargetKey> siblings) {
        List<Miss> misses = new ArrayList<>();
        for (TargetKey target : targets) {
            Map<PredictedModel.Key, Double> residuals = fits.residuals(method, target, siblings);
            for (PredictedModel model : fits.set().measuredOn(target)) {
                String architecture = model.architecture();
                Optional.ofNullable(residuals.get(model.key()))
                        .ifPresent(size -> of(
                                        fits.without(architecture),
                                        method,
                                        target,
                                        fits.lesson(target).question(model))
                                .ifPresent(at -> misses.add(new Miss(architecture, target, at, size))));
            }
        }
        return List.copyOf(misses);
    }
}
