package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a method is to learn: one target of a training set. Immutable.
 *
 * @param fits of the set that it is learned from, which remembers what was fitted already
 * @param target which is to be predicted
 */
public record Lesson(Fits fits, TargetKey target) {

    TrainingSet set() {
        return fits.set();
    }

    /** Native CPU of the target's machine, which a model is quickly measured on; nothing where that is the target itself. */
    Optional<TargetKey> cpu() {
        return set().cpuOf(target).filter(cpu -> !cpu.equals(target));
    }

    /** Models that were measured on the target. */
    List<PredictedModel> models() {
        return set().measuredOn(target);
    }

    /** Models that were measured on the target and on native CPU. */
    List<PredictedModel> pairs() {
        return models().stream().filter(model -> cpuLog(model).isPresent()).toList();
    }

    /** The logarithm on the target of a model that was measured there. */
    double log(PredictedModel model) {
        return set().target(target)
                .map(times -> times.logs().get(model.key()))
                .orElseThrow(() -> new IllegalArgumentException(model.name() + " was not measured on " + target));
    }

    private OptionalDouble cpuLog(PredictedModel model) {
        return cpu().flatMap(set()::target).map(times -> times.log(model.key())).orElse(OptionalDouble.empty());
    }

    /** The logarithm of how many times native CPU's time a model of {@link #pairs} takes. */
    double ratio(PredictedModel model) {
        return log(model) - onCpu(model);
    }

    /** The logarithm on native CPU of a model of {@link #pairs}. */
    double onCpu(PredictedModel model) {
        return cpuLog(model).orElseThrow();
    }

    /** What a question says of native CPU. */
    OptionalDouble onCpu(Question question) {
        Optional<TargetKey> cpu = cpu();
        return cpu.isPresent() ? question.on(cpu.get()) : OptionalDouble.empty();
    }

    /** A question about a model of the set, with its time on native CPU where there is one. */
    public Question question(PredictedModel model) {
        return onCpuAlone(model).with(fits.undisturbed().lesson(target).onCpuAlone(model));
    }

    private Question onCpuAlone(PredictedModel model) {
        OptionalDouble log = cpuLog(model);
        return new Question(model, log.isPresent() ? Map.of(cpu().orElseThrow(), log.getAsDouble()) : Map.of());
    }

    /** The same without an architecture. */
    Lesson without(String architecture) {
        return fits.without(architecture).lesson(target);
    }

    /** Another target of the same set. */
    Lesson of(TargetKey other) {
        return fits.lesson(other);
    }
}
