package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.Medians;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TargetTimes;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A median is the minimum times what the target's models usually have between both. What other work on a machine adds falls on single
 * sessions by chance, and most of it on medians; so methods learn minima more nearly, and know a model better by its minima elsewhere
 * than by its medians. It answers of targets with enough minima alone, and where the question has them. Stateless.
 */
final class MinimumFactor {
    /** Models whose median and minimum are known on the target. */
    private static final int ENOUGH = 24;

    private MinimumFactor() {}

    /** @param base which predicts minima */
    static Method over(Method base) {
        return new Method(
                base.id() + "+minimum",
                base.level(),
                "%s of minima, times the median ratio of the target's medians to its minima".formatted(base.id()),
                lesson -> learn(base, lesson),
                Optional.of((lesson, known) -> misses(base, lesson, known)));
    }

    private static Fit learn(Method base, Lesson lesson) {
        OptionalDouble factor = factor(lesson, model -> true);
        if (factor.isEmpty()) {
            return question -> factor;
        }
        Fit fit = lesson.fits().undisturbed().of(base, lesson.target());
        return question -> {
            OptionalDouble least = question.undisturbed().map(fit::log).orElse(OptionalDouble.empty());
            return least.isPresent() ? OptionalDouble.of(least.getAsDouble() + factor.getAsDouble()) : least;
        };
    }

    /** The logarithm of the ratio; empty where too few have both. */
    private static OptionalDouble factor(Lesson lesson, Predicate<PredictedModel> models) {
        Optional<TargetTimes> minima = lesson.fits().undisturbed().set().target(lesson.target());
        double[] ratios = lesson.models().stream()
                .filter(models)
                .filter(model -> minima.filter(times -> times.log(model.key()).isPresent())
                        .isPresent())
                .mapToDouble(model -> lesson.log(model)
                        - minima.orElseThrow().log(model.key()).orElseThrow())
                .toArray();
        return ratios.length < ENOUGH ? OptionalDouble.empty() : OptionalDouble.of(Medians.of(ratios));
    }

    /** By what the base misses minima of architectures that it never saw, and the ratio that the others have. */
    private static Map<PredictedModel.Key, Double> misses(Method base, Lesson lesson, Predicate<TargetKey> known) {
        Lesson minima = lesson.fits().undisturbed().lesson(lesson.target());
        Map<PredictedModel.Key, Double> missed = base.misser()
                .map(misser -> misser.misses(minima, known))
                .orElseGet(() -> minima.fits().residuals(base, minima.target()));
        Map<String, OptionalDouble> factors = new TreeMap<>();
        Map<PredictedModel.Key, Double> left = new TreeMap<>();
        for (PredictedModel model : lesson.models()) {
            Optional.ofNullable(missed.get(model.key())).ifPresent(miss -> {
                OptionalDouble factor = factors.computeIfAbsent(
                        model.architecture(),
                        name -> factor(lesson, other -> !other.architecture().equals(name)));
                factor.ifPresent(
                        ratio -> left.put(model.key(), lesson.log(model) - (minima.log(model) - miss) - ratio));
            });
        }
        return left;
    }
}
