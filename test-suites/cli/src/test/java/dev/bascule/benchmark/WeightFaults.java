package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Faults in the numbers that a model was given, whatever they are for. Stateless. */
final class WeightFaults {
    /** Smaller tensors are constants of the graph rather than weights. */
    private static final int FEWEST = 16;

    private WeightFaults() {}

    /** One weight of one tensor times this. */
    static Optional<ModelProto> one(ModelProto model, Random draw, double factor) {
        return multiplied(model, draw, factor, false);
    }

    /** All weights of one tensor times this. */
    static Optional<ModelProto> tensor(ModelProto model, Random draw, double factor) {
        return multiplied(model, draw, factor, true);
    }

    private static Optional<ModelProto> multiplied(ModelProto model, Random draw, double factor, boolean all) {
        List<Integer> tensors = FloatWeights.of(model).values().stream()
                .filter(place -> FloatWeights.read(model, place).length >= FEWEST)
                .toList();
        if (tensors.isEmpty()) {
            return Optional.empty();
        }
        int tensor = tensors.get(draw.nextInt(tensors.size()));
        float[] values = FloatWeights.read(model, tensor);
        int chosen = notZero(values, draw.nextInt(values.length));
        for (int i = all ? 0 : chosen; i < (all ? values.length : chosen + 1); i++) {
            values[i] = (float) (factor * values[i]);
        }
        return Optional.of(FloatWeights.with(model, tensor, values));
    }

    /** A weight of zero stays one, whatever it is multiplied by: the next that is none. */
    private static int notZero(float[] values, int from) {
        for (int i = 0; i < values.length; i++) {
            int at = (from + i) % values.length;
            if (values[at] != 0) {
                return at;
            }
        }
        return from;
    }
}
