package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a method is to learn from. Immutable.
 *
 * @param set of models and targets
 * @param target which is to be predicted
 * @param cpu native CPU of the target's machine, which a model is quickly measured on
 */
public record Lesson(TrainingSet set, TargetKey target, TargetKey cpu) {

    /** Models that were measured on the target. */
    List<PredictedModel> models() {
        return set.measuredOn(target);
    }

    /** Models that were measured on the target and on native CPU. */
    List<PredictedModel> pairs() {
        return models().stream().filter(model -> cpu(model).isPresent()).toList();
    }

    /** The logarithm on the target of a model that was measured there. */
    double log(PredictedModel model) {
        return set.target(target)
                .map(times -> times.logs().get(model.key()))
                .orElseThrow(() -> new IllegalArgumentException(model.name() + " was not measured on " + target));
    }

    OptionalDouble cpu(PredictedModel model) {
        return set.target(cpu).map(times -> times.log(model.key())).orElse(OptionalDouble.empty());
    }

    /** A question about a model of the set, with its time on native CPU where there is one. */
    public Question question(PredictedModel model) {
        OptionalDouble log = cpu(model);
        return new Question(model, log.isPresent() ? Map.of(cpu, log.getAsDouble()) : Map.of());
    }

    /** The same without an architecture. */
    public Lesson without(String architecture) {
        return new Lesson(set.without(architecture), target, cpu);
    }

    /** The same from other data. */
    public Lesson from(TrainingSet other) {
        return new Lesson(other, target, cpu);
    }
}
