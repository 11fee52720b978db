package dev.bascule.training.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A model of what its outputs need. Stateless. */
final class Pruned {
    private Pruned() {}

    static ModelProto of(
            String name,
            List<GraphNode> nodes,
            Map<String, Symbol> inputs,
            Map<String, Tensor> constants,
            Map<String, Symbol> outputs) {
        Set<String> needed = new HashSet<>(outputs.keySet());
        List<GraphNode> kept = new ArrayList<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            GraphNode node = nodes.get(i);
            if (node.outputs().stream().flatMap(Optional::stream).anyMatch(each -> needed.contains(each.name()))) {
                kept.add(node);
                node.inputs().stream().flatMap(Optional::stream).forEach(each -> needed.add(each.name()));
            }
        }
        Collections.reverse(kept);
        GraphProto.Builder graph = GraphProto.newBuilder().setName(name);
        kept.forEach(node -> graph.addNode(node.proto()));
        inputs.values().stream()
                .filter(each -> needed.contains(each.name()))
                .forEach(each -> graph.addInput(
                        Protos.typed(each.name(), each.dtype(), each.shape().dims())));
        constants.forEach((constant, tensor) -> {
            if (needed.contains(constant)) {
                graph.addInitializer(Protos.tensor(constant, tensor));
            }
        });
        outputs.values()
                .forEach(each -> graph.addOutput(
                        Protos.typed(each.name(), each.dtype(), each.shape().dims())));
        return Protos.model(GraphBuilder.OPSET, graph);
    }
}
