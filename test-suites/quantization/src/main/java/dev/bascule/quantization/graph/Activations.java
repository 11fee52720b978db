package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.ElementTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which values of a graph are quantised, so that ONNX Runtime's QDQ transformer finds its patterns (core/optimizer/qdq_transformer/
 * selectors_actions/qdq_selector_action_transformer.cc): inputs and outputs of products, of Add, Mul, Concat and averages; what only moves
 * elements (MaxPool, Reshape, Transpose …) has the scale of what goes in; a Relu or Clip behind such a node is taken in, so the value between
 * is not quantised.
 *
 * @param values in the graph's order, each with the value whose range it has: itself, but for what only moves elements
 */
public record Activations(Map<String, String> values) {
    private static final Set<String> COMPUTES =
            Set.of("Conv", "Gemm", "MatMul", "Add", "Mul", "Concat", "AveragePool", "GlobalAveragePool");
    private static final Set<String> MOVES =
            Set.of("MaxPool", "Reshape", "Transpose", "Flatten", "Squeeze", "Unsqueeze");
    private static final Set<String> CLAMPS = Set.of("Relu", "Clip");
    /** ONNX Runtime gives a float32 result of these from 8-bit operands. */
    private static final Set<String> ENDS = Set.of("MatMul", "Gemm");

    public Activations {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Those whose ranges are wanted. */
    public List<String> ranged() {
        return values.entrySet().stream()
                .filter(each -> each.getKey().equals(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether its operands become 8 bits. */
    public static boolean isComputed(NodeProto node) {
        return Nodes.is(node, COMPUTES);
    }

    /** Whether it takes 8 bits as they are, or computes in them. */
    public static boolean takes(NodeProto node) {
        return Nodes.is(node, COMPUTES) || Nodes.is(node, MOVES);
    }

    /** The graph of a {@link Prepared} model. */
    public static Activations of(GraphProto graph) {
        Map<String, DType> types = ElementTypes.of(graph);
        Set<String> constants = new HashSet<>();
        graph.getInitializerList().forEach(tensor -> constants.add(tensor.getName()));
        Set<String> outputs = new HashSet<>(Fit.outputs(graph));
        Map<String, List<NodeProto>> takers = new LinkedHashMap<>();
        graph.getNodeList()
                .forEach(node -> node.getInputList().stream()
                        .distinct()
                        .forEach(input -> takers.computeIfAbsent(input, name -> new ArrayList<>())
                                .add(node)));
        Map<String, String> found = new LinkedHashMap<>();
        for (NodeProto node : graph.getNodeList()) {
            if (node.getOutputCount() == 0 || types.get(node.getOutput(0)) != DType.FLOAT32) {
                continue;
            }
            String output = node.getOutput(0);
            if (Nodes.is(node, MOVES) && constants.contains(node.getInput(0))) {
                // A weight that stays as it is, turned as it is taken.
                constants.add(output);
            } else if (Nodes.is(node, MOVES)) {
                String from = found.get(node.getInput(0));
                if (from != null && (!node.getOpType().equals("MaxPool") || node.getOutputCount() == 1)) {
                    found.put(output, from);
                }
            } else if (isComputed(node)) {
                operands(node).stream()
                        .filter(input -> types.get(input) == DType.FLOAT32 && !constants.contains(input))
                        .forEach(input -> found.putIfAbsent(input, input));
                List<NodeProto> next = takers.getOrDefault(output, List.of());
                boolean clamped = next.size() == 1 && Nodes.is(next.get(0), CLAMPS) && !outputs.contains(output);
                boolean ends = outputs.contains(output) && Nodes.is(node, ENDS) && next.isEmpty();
                if (!ends) {
                    String value = clamped ? next.get(0).getOutput(0) : output;
                    found.putIfAbsent(value, value);
                }
            }
        }
        return new Activations(found);
    }

    /** Inputs that are activations or weights; a bias is neither. */
    public static List<String> operands(NodeProto node) {
        int count = switch (node.getOpType()) {
            case "Conv", "Gemm", "MatMul", "Add", "Mul" -> 2;
            case "Concat" -> node.getInputCount();
            default -> 1;
        };
        return node.getInputList().subList(0, Math.min(count, node.getInputCount()));
    }
}
