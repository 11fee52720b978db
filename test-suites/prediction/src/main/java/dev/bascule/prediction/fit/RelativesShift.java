package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a fit misses a model by it misses models of the same architecture and about the same size by as well. The mean of what it
 * still leaves of such relatives is added, each weighted by how near it is in operations, and with one relative put to them that
 * leaves nothing. A model without relatives is predicted as before. Stateless.
 */
final class RelativesShift {
    /** A relative of e times the operations weighs 1/e. */
    private static final double REACH = 1;

    private static final double PULL = 1;

    private RelativesShift() {}

    static Method over(Method base) {
        return new Method(
                base.id() + "+relatives",
                base.level(),
                "%s, moved by what that leaves of models of the same architecture and about the same size"
                        .formatted(base.id()),
                lesson -> learn(base, lesson),
                // Of an architecture that was never seen there is no relative.
                Optional.of((lesson, known) -> lesson.fits().residuals(base, lesson.target())));
    }

    private record Relative(PredictedModel.Key key, double size, double left) {}

    private static Fit learn(Method base, Lesson lesson) {
        Fit fit = lesson.fits().of(base, lesson.target());
        Map<String, List<Relative>> families = new HashMap<>();
        for (PredictedModel model : lesson.models()) {
            OptionalDouble predicted = fit.log(lesson.question(model));
            predicted.ifPresent(log -> families.computeIfAbsent(model.architecture(), name -> new ArrayList<>())
                    .add(new Relative(model.key(), size(model), lesson.log(model) - log)));
        }
        return question -> {
            OptionalDouble log = fit.log(question);
            List<Relative> family = families.getOrDefault(question.model().architecture(), List.of());
            return log.isPresent() && !family.isEmpty()
                    ? OptionalDouble.of(log.getAsDouble() + shift(family, question.model()))
                    : log;
        };
    }

    private static double shift(List<Relative> family, PredictedModel model) {
        double sum = 0;
        double weights = PULL;
        for (Relative relative : family) {
            if (!relative.key().equals(model.key())) {
                double weight = Math.exp(-Math.abs(relative.size() - size(model)) / REACH);
                sum += weight * relative.left();
                weights += weight;
            }
        }
        return sum / weights;
    }

    private static double size(PredictedModel model) {
        return Math.log(1 + model.work().total().operations());
    }
}
