package dev.bascule.training.step;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.graph.GraphBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A trained network as a model for inference: takes {@link TrainingGraph#SAMPLES} [batch, …sample] and gives {@link TrainingGraph#LOGITS}
 * [batch, classes]. What was trained, and what was kept of batches, are constants; nothing is left of labels, loss and dropout. Stateless.
 */
public final class TrainedModel {
    private TrainedModel() {}

    /**
     * Makes it.
     *
     * @param plan whose batch it takes
     * @param state parameters and buffers by name, as a step carries them; what is missing is as it was at first
     * @param metadata of the model
     */
    public static ModelProto of(TrainingPlan plan, Map<String, Tensor> state, Map<String, String> metadata) {
        Forward forward = Forward.evaluated(plan.network().name(), plan);
        GraphBuilder graph = forward.graph();
        graph.output(TrainingGraph.LOGITS, forward.outputs());
        Map<String, Tensor> constants = new TreeMap<>();
        graph.parameters().forEach(each -> constants.put(each.name(), each.initial()));
        graph.buffers().forEach(each -> constants.put(each.name(), each.initial()));
        constants.replaceAll((name, initial) -> state.getOrDefault(name, initial));
        ModelProto model = graph.model();
        GraphProto.Builder made = plain(model.getGraph()).toBuilder().clearInput();
        for (ValueInfoProto input : model.getGraph().getInputList()) {
            Optional.ofNullable(constants.get(input.getName()))
                    .ifPresentOrElse(
                            constant -> made.addInitializer(Protos.tensor(input.getName(), constant)),
                            () -> made.addInput(input));
        }
        ModelProto.Builder whole = model.toBuilder().setGraph(made);
        new TreeMap<>(metadata)
                .forEach((key, value) -> whole.addMetadataProps(
                        StringStringEntryProto.newBuilder().setKey(key).setValue(value)));
        return whole.build();
    }

    /** Without the node that only names the output, where nobody else reads what it is given. */
    private static GraphProto plain(GraphProto graph) {
        Optional<NodeProto> naming = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("Identity")
                        && node.getOutputList().equals(List.of(TrainingGraph.LOGITS)))
                .findFirst();
        String named = naming.map(node -> node.getInput(0)).orElse("");
        boolean alone = graph.getNodeList().stream()
                                .filter(node -> node.getInputList().contains(named))
                                .count()
                        == 1
                && graph.getNodeList().stream()
                        .anyMatch(node -> node.getOutputList().contains(named));
        if (!alone) {
            return graph;
        }
        GraphProto.Builder made = graph.toBuilder().clearNode();
        for (NodeProto node : graph.getNodeList()) {
            int at = node.getOutputList().indexOf(named);
            if (at >= 0) {
                made.addNode(node.toBuilder().setOutput(at, TrainingGraph.LOGITS));
            } else if (naming.filter(node::equals).isEmpty()) {
                made.addNode(node);
            }
        }
        return made.build();
    }
}
