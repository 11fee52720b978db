package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a method misses each model by when it never saw the model's architecture: measured minus predicted, in logarithms. What is
 * learned from a method's errors is learned from these, not from those that it makes on what it was fitted to. Stateless.
 */
final class OutOfArchitecture {
    private OutOfArchitecture() {}

    static Map<PredictedModel.Key, Double> residuals(Method method, Lesson lesson) {
        List<PredictedModel> models = lesson.models();
        SortedSet<String> architectures = new TreeSet<>();
        models.forEach(model -> architectures.add(model.architecture()));
        Map<PredictedModel.Key, Double> residuals = new TreeMap<>();
        for (String left : architectures) {
            Fit fit = method.learn(lesson.without(left));
            for (PredictedModel model : models) {
                if (model.architecture().equals(left)) {
                    OptionalDouble predicted = fit.log(lesson.question(model));
                    predicted.ifPresent(log -> residuals.put(model.key(), lesson.log(model) - log));
                }
            }
        }
        return Collections.unmodifiableMap(residuals);
    }
}
