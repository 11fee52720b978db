package dev.bascule.studies.training;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.step.TrainingGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Models of a training run in which something is wrong. Stateless. */
final class PlantedFaults {
    private PlantedFaults() {}

    /** The gradient of one parameter with its sign turned. */
    static ModelProto flipped(ModelProto model, String parameter) {
        return changed(
                model,
                node -> node.getOutput(0).equals(parameter + TrainingGraph.GRADIENT),
                node -> node.toBuilder().setOpType("Neg").build());
    }

    /** The gradient of the first filter of a convolution's weights a tenth too small; all others as they are. */
    static ModelProto shortFilter(ModelProto model, String weights, Shape shape) {
        String gradient = weights + TrainingGraph.GRADIENT;
        String right = gradient + ".right";
        ModelProto renamed = changed(
                model,
                node -> node.getOutput(0).equals(gradient),
                node -> node.toBuilder().setOutput(0, right).build());
        int filters = Math.toIntExact(shape.dims().get(0));
        float[] factors = new float[filters];
        Arrays.fill(factors, 1);
        factors[0] = 0.9f;
        long[] along = new long[shape.rank()];
        Arrays.fill(along, 1);
        along[0] = filters;
        GraphProto.Builder graph = renamed.getGraph().toBuilder()
                .addInitializer(Protos.tensor("factors", Tensor.floats(Shape.of(along), factors)))
                .addNode(NodeProto.newBuilder()
                        .setOpType("Mul")
                        .addInput(right)
                        .addInput("factors")
                        .addOutput(gradient));
        return renamed.toBuilder().setGraph(graph).build();
    }

    /** A step that leaves these parameters as they were. */
    static ModelProto frozen(ModelProto model, Predicate<String> parameter) {
        return changed(
                model,
                node -> node.getOutput(0).endsWith(TrainingGraph.NEXT) && parameter.test(input(node)),
                node -> node.toBuilder().setInput(0, input(node)).build());
    }

    /** Gradients of parts that are added and not averaged. */
    static ModelProto summed(ModelProto model) {
        Map<String, NodeProto> makers = new HashMap<>();
        model.getGraph().getNodeList().forEach(node -> makers.put(node.getOutput(0), node));
        return changed(
                model,
                node -> node.getOpType().equals("Add") && node.getInput(0).endsWith(".sum"),
                node -> node.toBuilder()
                        .setInput(
                                1,
                                Objects.requireNonNull(makers.get(node.getInput(1)))
                                        .getInput(0))
                        .build());
    }

    /** A loss scale that is not divided out of the gradients. */
    static ModelProto scaled(ModelProto model) {
        return changed(
                model,
                node -> node.getOpType().equals("Reciprocal")
                        && node.getInput(0).equals(TrainingGraph.LOSS_SCALE),
                node -> node.toBuilder()
                        .setOpType("Div")
                        .addInput(TrainingGraph.LOSS_SCALE)
                        .build());
    }

    /** Products of 32-bit floats where the model says 16: what was rounded before them is not. */
    static ModelProto widened(ModelProto model) {
        return changed(
                model,
                node -> node.getOpType().equals("Cast") && node.getAttribute(0).getI() == DType.FLOAT16.onnx(),
                node -> node.toBuilder()
                        .clearAttribute()
                        .addAttribute(Attributes.integer("to", DType.FLOAT32.onnx()))
                        .build());
    }

    private static String input(NodeProto node) {
        String output = node.getOutput(0);
        return output.substring(0, output.length() - TrainingGraph.NEXT.length());
    }

    private static ModelProto changed(ModelProto model, Predicate<NodeProto> which, UnaryOperator<NodeProto> change) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        int found = 0;
        for (int i = 0; i < graph.getNodeCount(); i++) {
            if (which.test(graph.getNode(i))) {
                graph.setNode(i, change.apply(graph.getNode(i)));
                found++;
            }
        }
        if (found == 0) {
            throw new AssertionError("nothing to plant a fault in");
        }
        return model.toBuilder().setGraph(graph).build();
    }
}
