package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.quantization.graph.Nodes;
import java.util.HashSet;
import java.util.Set;

/** Leaves constants out that nothing takes any more. Stateless. */
final class Unused {
    private Unused() {}

    static GraphProto dropped(GraphProto graph) {
        Set<String> used = new HashSet<>(Nodes.usedInside(graph.getNodeList()));
        graph.getNodeList().forEach(node -> used.addAll(node.getInputList()));
        graph.getOutputList().forEach(output -> used.add(output.getName()));
        return graph.toBuilder()
                .clearInitializer()
                .addAllInitializer(graph.getInitializerList().stream()
                        .filter(tensor -> used.contains(tensor.getName()))
                        .toList())
                .build();
    }
}
