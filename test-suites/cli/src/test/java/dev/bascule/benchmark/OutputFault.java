package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A fault in one element of what a model gives. Stateless. */
final class OutputFault {
    private static final double PART = 1e-3;

    private OutputFault() {}

    /** One element of a float32 output is off by 0.1 % of the output's greatest magnitude. */
    static Optional<ModelProto> element(ModelProto model, Map<String, Tensor> outputs, Random draw) {
        List<String> names = model.getGraph().getOutputList().stream()
                .map(output -> output.getName())
                .filter(name -> Optional.ofNullable(outputs.get(name))
                        .filter(tensor -> tensor.dtype() == DType.FLOAT32)
                        .isPresent())
                .toList();
        if (names.isEmpty()) {
            return Optional.empty();
        }
        String name = names.get(draw.nextInt(names.size()));
        Tensor tensor = outputs.get(name);
        float[] off = new float[Math.toIntExact(tensor.shape().elements())];
        off[draw.nextInt(off.length)] = (float) (PART * greatest(tensor));
        GraphProto.Builder graph = model.getGraph().toBuilder();
        String right = "fault.right." + name;
        graph.getNodeBuilderList().forEach(node -> rename(node, name, right));
        graph.addInitializer(Protos.tensor("fault.off", Tensor.floats(tensor.shape(), off)));
        graph.addNode(Protos.node("Add", "fault.add", List.of(right, "fault.off"), List.of(name)));
        return Optional.of(model.toBuilder().setGraph(graph).build());
    }

    private static double greatest(Tensor tensor) {
        Elements.Reader values = Elements.of(tensor);
        double greatest = 0;
        for (int i = 0; i < tensor.shape().elements(); i++) {
            double magnitude = Math.abs(values.at(i));
            greatest = Double.isFinite(magnitude) ? Math.max(greatest, magnitude) : greatest;
        }
        return greatest;
    }

    private static void rename(NodeProto.Builder node, String name, String other) {
        for (int i = 0; i < node.getInputCount(); i++) {
            if (node.getInput(i).equals(name)) {
                node.setInput(i, other);
            }
        }
        for (int i = 0; i < node.getOutputCount(); i++) {
            if (node.getOutput(i).equals(name)) {
                node.setOutput(i, other);
            }
        }
    }
}
