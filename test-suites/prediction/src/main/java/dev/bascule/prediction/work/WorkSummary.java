package dev.bascule.prediction.work;

import dev.bascule.fallback.work.ModelWork;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The work of a model, summed up by class of operator: what fits see of it. Immutable.
 *
 * @param classes only of those that it has
 */
public record WorkSummary(Map<OperatorClass, ClassWork> classes) {

    public WorkSummary {
        classes = classes.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(classes));
    }

    /**
     * Kernels of one class.
     *
     * @param operations multiplications and additions; of classes without a formula, elements
     * @param bytes read and written
     * @param count of kernels
     * @param millis on native CPU, where it was traced
     */
    public record ClassWork(double operations, double bytes, int count, double millis) {
        ClassWork plus(ClassWork other) {
            return new ClassWork(
                    operations + other.operations, bytes + other.bytes, count + other.count, millis + other.millis);
        }
    }

    private static final ClassWork NONE = new ClassWork(0, 0, 0, 0);

    /** Of what an engine ran. */
    public static WorkSummary of(ModelWork work) {
        Map<OperatorClass, ClassWork> sums = new EnumMap<>(OperatorClass.class);
        work.kernels().stream()
                .map(KernelCost::of)
                .forEach(cost -> sums.merge(
                        cost.kind(),
                        new ClassWork(cost.operations(), cost.bytes(), cost.count(), cost.millis()),
                        ClassWork::plus));
        return new WorkSummary(sums);
    }

    /** The work of one class; nothing where the model has none of it. */
    public ClassWork of(OperatorClass kind) {
        return classes.getOrDefault(kind, NONE);
    }

    /** All of it. */
    public ClassWork total() {
        return classes.values().stream().reduce(NONE, ClassWork::plus);
    }
}
