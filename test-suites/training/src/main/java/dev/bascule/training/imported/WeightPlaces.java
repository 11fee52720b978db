package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Which constants of a model are weights: those that stand where an operator has weights, directly or turned and reshaped on the way. A constant that is
 * added or multiplied is one when it has more than one element and is no mask. Stateless.
 */
final class WeightPlaces {
    /** Masks add this and more to what softmax is not to see; no bias is that low. */
    private static final double MASK = -1000;

    private static final Map<String, Set<Integer>> PLACES = Map.ofEntries(
            Map.entry("BatchNormalization", Set.of(1, 2)),
            Map.entry("Conv", Set.of(1, 2)),
            Map.entry("ConvTranspose", Set.of(1, 2)),
            Map.entry("GRU", Set.of(1, 2, 3)),
            Map.entry("Gather", Set.of(0)),
            Map.entry("Gemm", Set.of(0, 1, 2)),
            Map.entry("InstanceNormalization", Set.of(1, 2)),
            Map.entry("LSTM", Set.of(1, 2, 3)),
            Map.entry("LayerNormalization", Set.of(1, 2)),
            Map.entry("MatMul", Set.of(0, 1)),
            Map.entry("PRelu", Set.of(1)),
            Map.entry("RNN", Set.of(1, 2, 3)));

    private static final Set<String> COMBINING = Set.of("Add", "Mul", "Sub");
    private static final Set<String> MOVING =
            Set.of("Cast", "Flatten", "Identity", "Reshape", "Squeeze", "Transpose", "Unsqueeze");

    private WeightPlaces() {}

    /** @param constants by name, with their content */
    static Set<String> of(List<NodeProto> nodes, Map<String, Tensor> constants) {
        Set<String> places = new HashSet<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            NodeProto node = nodes.get(i);
            Set<Integer> own = PLACES.getOrDefault(node.getOpType(), Set.of());
            for (int at = 0; at < node.getInputCount(); at++) {
                boolean passesOn = at == 0 && MOVING.contains(node.getOpType()) && places.contains(node.getOutput(0));
                if (own.contains(at) || passesOn || COMBINING.contains(node.getOpType())) {
                    places.add(node.getInput(at));
                }
            }
        }
        Set<String> combined = combined(nodes);
        Set<String> weights = new LinkedHashSet<>();
        constants.forEach((name, tensor) -> {
            if (places.contains(name)
                    && tensor.dtype() == DType.FLOAT32
                    && (!combined.contains(name) || isLearnt(tensor))) {
                weights.add(name);
            }
        });
        return weights;
    }

    private static Set<String> combined(List<NodeProto> nodes) {
        Set<String> combined = new HashSet<>();
        nodes.stream()
                .filter(node -> COMBINING.contains(node.getOpType()))
                .forEach(node -> combined.addAll(node.getInputList()));
        return combined;
    }

    private static boolean isLearnt(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        long size = tensor.shape().elements();
        return size > 1 && LongStream.range(0, size).allMatch(i -> reader.at((int) i) > MASK);
    }
}
