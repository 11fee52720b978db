package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How large the indices may be that an input feeds to a Gather over a weight: the size of a vocabulary. Stateless. */
final class IndexBounds {
    private static final Set<String> PASSING = Set.of("Cast", "Identity", "Reshape", "Squeeze", "Unsqueeze");

    private IndexBounds() {}

    static Map<String, Long> of(GraphProto graph) {
        Map<String, List<Long>> tables = graph.getInitializerList().stream()
                .collect(Collectors.toMap(TensorProto::getName, TensorProto::getDimsList, (first, second) -> first));
        Map<String, String> origin = new HashMap<>();
        graph.getInputList().forEach(input -> origin.put(input.getName(), input.getName()));
        Map<String, Long> bounds = new HashMap<>();
        for (NodeProto node : graph.getNodeList()) {
            if (PASSING.contains(node.getOpType()) && origin.containsKey(node.getInput(0))) {
                origin.put(node.getOutput(0), origin.get(node.getInput(0)));
            }
            boolean lookup = node.getOpType().equals("Gather") && node.getInputCount() == 2;
            if (lookup && tables.containsKey(node.getInput(0)) && origin.containsKey(node.getInput(1))) {
                bound(node, tables.get(node.getInput(0)))
                        .ifPresent(rows -> bounds.merge(origin.get(node.getInput(1)), rows, Math::min));
            }
        }
        return bounds;
    }

    private static Optional<Long> bound(NodeProto node, List<Long> dims) {
        long axis = node.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals("axis"))
                .mapToLong(attribute -> attribute.getI())
                .findFirst()
                .orElse(0);
        int index = (int) (axis < 0 ? axis + dims.size() : axis);
        return index >= 0 && index < dims.size() ? Optional.of(dims.get(index)) : Optional.empty();
    }
}
