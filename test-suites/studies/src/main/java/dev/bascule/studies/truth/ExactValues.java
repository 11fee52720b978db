package dev.bascule.studies.truth;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The exact values of a model's graph, with what rounding makes of them. Belongs to one thread. */
final class ExactValues {
    /** As a run's reference has it: the same corridor. */
    static final long SEED = 20_261_125;

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final ExactModel model;
    private final Map<String, Value> inputs = new LinkedHashMap<>();
    private final int passes;
    private final BooleanSupplier stopped;
    private Duration took = Duration.ZERO;

    /** @param passes noisy ones */
    ExactValues(ModelProto proto, Map<String, Tensor> inputs, int passes, BooleanSupplier stopped) {
        this.model = new ExactModel(proto);
        inputs.forEach((name, tensor) -> this.inputs.put(name, Value.of(tensor)));
        this.passes = passes;
        this.stopped = stopped;
    }

    /** How long all of it took so far. */
    Duration took() {
        return took;
    }

    int passes() {
        return passes;
    }

    /**
     * These values, by name.
     *
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where the exact reference cannot tell
     */
    Map<String, ExactOutput> of(Collection<String> names) {
        long end = System.nanoTime() + LIMIT.toNanos();
        ExactResult result = model.run(
                inputs,
                List.copyOf(names),
                new ExactModel.Plan(passes, SEED),
                () -> System.nanoTime() - end > 0 || stopped.getAsBoolean());
        if (result instanceof ExactResult.Known known) {
            took = took.plus(known.took());
            return known.steps().get(0);
        }
        throw new BasculeException(
                ErrorCode.REFERENCE_UNAVAILABLE,
                ((ExactResult.Unknown) result).why(),
                "bascule run holds its outputs against native CPU instead");
    }
}
