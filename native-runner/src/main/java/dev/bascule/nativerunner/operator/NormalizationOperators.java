package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Normalisations that a graph has as one operator. Stateless. */
final class NormalizationOperators {
    private static final double USUAL_EPSILON = 1e-5;

    private NormalizationOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "LayerNormalization", TorchOperator.one(NormalizationOperators::layer),
                "BatchNormalization", TorchOperator.one(NormalizationOperators::batch),
                "InstanceNormalization", TorchOperator.one(NormalizationOperators::instance));
    }

    private static NDArray layer(TorchCall call) {
        NDArray input = call.input(0);
        long[] dims = Dims.of(input);
        int axis = call.axis(call.integer("axis", -1), dims.length);
        long[] normalised = Arrays.copyOfRange(dims, axis, dims.length);
        if (!Arrays.equals(Dims.of(call.input(1)), normalised)) {
            throw call.unknown("a scale of another shape than what it normalises");
        }
        NDArray shift = call.optional(2).orElseGet(() -> call.input(1).zerosLike());
        return input.getNDArrayInternal()
                .layerNorm(input, new Shape(normalised), call.input(1), shift, call.real("epsilon", USUAL_EPSILON))
                .get(0);
    }

    /** By the statistics that are given. */
    private static NDArray batch(TorchCall call) {
        if (call.integer("training_mode", 0) != 0) {
            throw call.unknown("training_mode");
        }
        int rank = Dims.rank(call.input(0));
        return standardised(call, Dims.along(call.input(3), 1, rank), Dims.along(call.input(4), 1, rank));
    }

    /** By those of each channel of each sample. */
    private static NDArray instance(TorchCall call) {
        NDArray input = call.input(0);
        int[] spatial = IntStream.range(2, Dims.rank(input)).toArray();
        NDArray mean = ReductionOperators.mean(input, spatial, true);
        NDArray away = input.sub(mean);
        return standardised(call, mean, ReductionOperators.mean(away.mul(away), spatial, true));
    }

    private static NDArray standardised(TorchCall call, NDArray mean, NDArray variance) {
        NDArray input = call.input(0);
        int rank = Dims.rank(input);
        double epsilon = call.real("epsilon", USUAL_EPSILON);
        return input.sub(mean)
                .div(variance.add(Dims.scalar(variance, epsilon)).sqrt())
                .mul(Dims.along(call.input(1), 1, rank))
                .add(Dims.along(call.input(2), 1, rank));
    }
}
