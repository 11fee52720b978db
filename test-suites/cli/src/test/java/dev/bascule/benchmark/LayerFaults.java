package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Faults in what a layer makes of its weights: one left out, some taken for others. Stateless. */
final class LayerFaults {
    /** One channel of so many. */
    private static final int CHANNELS = 50;

    private LayerFaults() {}

    /** A bias that counts as zero. Those that are zero already are left out. */
    static Optional<ModelProto> bias(ModelProto model, Random draw) {
        Map<String, Integer> weights = FloatWeights.of(model);
        List<Integer> places = biases(model.getGraph()).stream()
                .filter(weights::containsKey)
                .map(weights::get)
                .filter(place -> model.getGraph().getInitializer(place).getDimsCount() == 1 && !isZero(model, place))
                .toList();
        if (places.isEmpty()) {
            return Optional.empty();
        }
        int place = places.get(draw.nextInt(places.size()));
        return Optional.of(FloatWeights.with(model, place, new float[FloatWeights.read(model, place).length]));
    }

    private static Set<String> biases(GraphProto graph) {
        Set<String> products = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("MatMul"))
                .map(node -> node.getOutput(0))
                .collect(Collectors.toSet());
        Set<String> names = new LinkedHashSet<>();
        for (NodeProto node : graph.getNodeList()) {
            boolean isLayer = Set.of("Conv", "ConvTranspose", "Gemm").contains(node.getOpType());
            if (isLayer && node.getInputCount() > 2) {
                names.add(node.getInput(2));
            } else if (node.getOpType().equals("Add")
                    && node.getInputList().stream().anyMatch(products::contains)) {
                names.addAll(node.getInputList());
            }
        }
        return names;
    }

    private static boolean isZero(ModelProto model, int place) {
        for (float value : FloatWeights.read(model, place)) {
            if (value != 0) {
                return false;
            }
        }
        return true;
    }

    /** A weight of which 2 % of the output channels, at least one, and their neighbours are each other's. */
    static Optional<ModelProto> channels(ModelProto model, Random draw) {
        Map<String, Integer> axes = channelAxes(model);
        List<String> names = List.copyOf(axes.keySet());
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String name = names.get(draw.nextInt(names.size()));
        int place = FloatWeights.of(model).get(name);
        List<Long> dims = model.getGraph().getInitializer(place).getDimsList();
        int channels = Math.toIntExact(dims.get(axes.get(name)));
        int inner = dims.subList(axes.get(name) + 1, dims.size()).stream()
                .mapToInt(Math::toIntExact)
                .reduce(1, Math::multiplyExact);
        float[] values = FloatWeights.read(model, place);
        for (int i = 0; i < Math.max(1, channels / CHANNELS); i++) {
            int channel = draw.nextInt(channels);
            swap(values, channels * inner, channel * inner, (channel + 1) % channels * inner, inner);
        }
        return Optional.of(FloatWeights.with(model, place, values));
    }

    private static void swap(float[] values, int block, int one, int other, int inner) {
        for (int start = 0; start < values.length; start += block) {
            for (int i = start; i < start + inner; i++) {
                float kept = values[i + one];
                values[i + one] = values[i + other];
                values[i + other] = kept;
            }
        }
    }

    /** By weight, the axis of what it makes, of those with two channels or more. */
    private static Map<String, Integer> channelAxes(ModelProto model) {
        Map<String, Integer> weights = FloatWeights.of(model);
        Map<String, Integer> axes = new LinkedHashMap<>();
        for (NodeProto node : model.getGraph().getNodeList()) {
            if (node.getInputCount() > 1 && weights.containsKey(node.getInput(1))) {
                List<Long> dims = model.getGraph()
                        .getInitializer(weights.get(node.getInput(1)))
                        .getDimsList();
                channelAxis(node, dims.size())
                        .filter(axis -> dims.get(axis) > 1)
                        .ifPresent(axis -> axes.put(node.getInput(1), axis));
            }
        }
        return axes;
    }

    private static Optional<Integer> channelAxis(NodeProto node, int rank) {
        return switch (node.getOpType()) {
            case "Conv" -> Optional.of(0);
            case "ConvTranspose" -> Optional.of(1);
            case "Gemm" -> Optional.of(isTransposed(node) ? 0 : 1);
            case "MatMul" -> rank > 1 ? Optional.of(rank - 1) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean isTransposed(NodeProto gemm) {
        return gemm.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals("transB"))
                .map(AttributeProto::getI)
                .anyMatch(value -> value != 0);
    }
}
