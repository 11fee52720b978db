package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Weights of a graph's products that can be changed, in its order.
 *
 * @param all each once
 * @param notes on those that are left
 */
public record Weights(List<Weight> all, List<String> notes) {
    private static final Set<String> PRODUCTS = Set.of("Conv", "ConvTranspose", "Gemm", "MatMul");

    public Weights {
        all = List.copyOf(all);
        notes = List.copyOf(notes);
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public static boolean isProduct(NodeProto node) {
        return Nodes.is(node, PRODUCTS);
    }

    /** The constants are those of a graph that went through {@link Prepared}, else some may be missed. */
    public static Weights of(GraphProto graph) {
        Map<String, TensorProto> constants = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        Set<String> inside = Nodes.usedInside(graph.getNodeList());
        List<String> outputs = Fit.outputs(graph);
        Map<String, NodeProto> makers = new HashMap<>();
        Map<String, Weight> found = new LinkedHashMap<>();
        Map<String, Integer> taken = new HashMap<>();
        Map<String, String> left = new LinkedHashMap<>();
        for (NodeProto node : graph.getNodeList()) {
            for (int i = 0; i < node.getInputCount(); i++) {
                taken.merge(node.getInput(i), 1, Integer::sum);
            }
            node.getOutputList().forEach(output -> makers.put(output, node));
            shared(node, constants, makers)
                    .ifPresent(name -> left.put(
                            name,
                            "other nodes take it as it is, and '%s' another way round: a second copy would make the model larger"
                                    .formatted(Nodes.name(node))));
            weight(node, constants).ifPresent(weight -> {
                taken.merge(weight.name(), -1, Integer::sum);
                Weight first = found.putIfAbsent(weight.name(), weight);
                if (first != null && first.channels() != weight.channels()) {
                    left.put(weight.name(), "nodes take it along different axes");
                }
            });
        }
        for (String name : found.keySet()) {
            if (outputs.contains(name)) {
                left.put(name, "it is an output of the model");
            } else if (inside.contains(name)) {
                left.put(name, "a graph inside of a node takes it too");
            } else if (taken.getOrDefault(name, 0) > 0) {
                left.put(name, "nodes that are no products take it too");
            }
        }
        found.keySet().removeAll(left.keySet());
        List<String> notes = new ArrayList<>();
        left.forEach((name, why) -> notes.add("the weight '%s' is left as it is: %s".formatted(name, why)));
        return new Weights(List.copyOf(found.values()), notes);
    }

    /** The numbers of each by its name. They are not to be changed. */
    public static Map<String, float[]> values(ModelProto model) {
        Map<String, float[]> values = new HashMap<>();
        of(Prepared.of(model).getGraph()).all().forEach(weight -> values.put(weight.name(), weight.values()));
        return values;
    }

    /** The constant that a product takes through a node which {@link Prepared} left, since others take it too. */
    private static Optional<String> shared(
            NodeProto node, Map<String, TensorProto> constants, Map<String, NodeProto> makers) {
        return isProduct(node)
                ? Nodes.input(node, 1)
                        .flatMap(name -> Optional.ofNullable(makers.get(name)))
                        .filter(maker -> Nodes.is(maker, Set.of("Transpose", "Reshape")))
                        .map(maker -> maker.getInput(0))
                        .filter(constants::containsKey)
                : Optional.empty();
    }

    private static Optional<Weight> weight(NodeProto node, Map<String, TensorProto> constants) {
        if (!isProduct(node)) {
            return Optional.empty();
        }
        return Nodes.input(node, 1)
                .flatMap(name -> Optional.ofNullable(constants.get(name)))
                .filter(tensor -> tensor.getDataType() == DType.FLOAT32.onnx()
                        && tensor.getDataLocation() != TensorProto.DataLocation.EXTERNAL
                        && tensor.getDimsCount() >= 2
                        && tensor.getDimsList().stream().allMatch(dim -> dim > 0))
                .map(tensor -> {
                    int last = tensor.getDimsCount() - 1;
                    boolean turned = node.getOpType().equals("Gemm") && Nodes.integer(node, "transB", 0) != 0;
                    int channels = switch (node.getOpType()) {
                        case "Conv" -> 0;
                        case "ConvTranspose" -> 1;
                        default -> turned ? 0 : last;
                    };
                    int depth = switch (node.getOpType()) {
                        case "Conv" -> 1;
                        case "ConvTranspose" -> 0;
                        default -> turned ? 1 : last - 1;
                    };
                    return new Weight(
                            node, tensor.getName(), tensor.getDimsList(), Numbers.floats(tensor), channels, depth);
                });
    }
}
