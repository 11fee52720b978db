package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Faults in what a node does. Stateless. */
final class NodeFaults {
    private static final double DEFAULT_EPSILON = 1e-5;

    private NodeFaults() {}

    /** A normalization with twice its epsilon. */
    static Optional<ModelProto> epsilon(ModelProto model, Random draw) {
        return place(model, draw, node -> node.getOpType().endsWith("Normalization"))
                .map(place -> {
                    NodeProto node = model.getGraph().getNode(place);
                    double epsilon =
                            attribute(node, "epsilon").map(AttributeProto::getF).orElse((float) DEFAULT_EPSILON);
                    return replaced(model, place, List.of(with(node, Attributes.real("epsilon", 2 * epsilon))));
                });
    }

    /** A convolution that pads one element more on one side of each axis and one less on the other. */
    static Optional<ModelProto> border(ModelProto model, Random draw) {
        return place(
                        model,
                        draw,
                        node -> node.getOpType().equals("Conv")
                                && pads(node).stream().anyMatch(pad -> pad > 0))
                .map(place -> {
                    NodeProto node = model.getGraph().getNode(place);
                    return replaced(model, place, List.of(with(node, Attributes.ints("pads", moved(pads(node))))));
                });
    }

    private static List<Long> pads(NodeProto node) {
        return attribute(node, "pads").map(AttributeProto::getIntsList).orElse(List.of());
    }

    private static long[] moved(List<Long> pads) {
        long[] moved = pads.stream().mapToLong(Long::longValue).toArray();
        int axes = moved.length / 2;
        for (int axis = 0; axis < axes; axis++) {
            int step = moved[axes + axis] > 0 ? 1 : moved[axis] > 0 ? -1 : 0;
            moved[axis] += step;
            moved[axes + axis] -= step;
        }
        return moved;
    }

    /**
     * A product of what float16 leaves of its two factors. The sum stays in float32: native CPU lacks products in float16,
     * and would put in casts and sum in float32 itself.
     */
    static Optional<ModelProto> half(ModelProto model, Random draw) {
        return place(model, draw, node -> Set.of("MatMul", "Gemm", "Conv").contains(node.getOpType()))
                .map(place -> {
                    NodeProto.Builder product = model.getGraph().getNode(place).toBuilder();
                    List<NodeProto> nodes = new ArrayList<>();
                    for (int factor = 0; factor < 2; factor++) {
                        String own = "fault." + factor + "." + product.getOutput(0);
                        nodes.add(cast(product.getInput(factor), own + ".half", DType.FLOAT16));
                        nodes.add(cast(own + ".half", own, DType.FLOAT32));
                        product.setInput(factor, own);
                    }
                    nodes.add(product.build());
                    return replaced(model, place, nodes);
                });
    }

    private static NodeProto cast(String from, String to, DType dtype) {
        return Protos.node("Cast", to, List.of(from), List.of(to), Attributes.integer("to", dtype.onnx()));
    }

    private static Optional<Integer> place(ModelProto model, Random draw, Predicate<NodeProto> wanted) {
        List<Integer> places = IntStream.range(0, model.getGraph().getNodeCount())
                .filter(i -> wanted.test(model.getGraph().getNode(i)))
                .boxed()
                .toList();
        return places.isEmpty() ? Optional.empty() : Optional.of(places.get(draw.nextInt(places.size())));
    }

    /** With these nodes in the place of one. */
    static ModelProto replaced(ModelProto model, int place, List<NodeProto> nodes) {
        List<NodeProto> all = new ArrayList<>(model.getGraph().getNodeList());
        all.remove(place);
        all.addAll(place, nodes);
        return model.toBuilder()
                .setGraph(model.getGraph().toBuilder().clearNode().addAllNode(all))
                .build();
    }

    private static Optional<AttributeProto> attribute(NodeProto node, String name) {
        return node.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals(name))
                .findFirst();
    }

    /** With this attribute in the place of the one of its name. */
    static NodeProto with(NodeProto node, AttributeProto attribute) {
        List<AttributeProto> others = node.getAttributeList().stream()
                .filter(other -> !other.getName().equals(attribute.getName()))
                .toList();
        return node.toBuilder()
                .clearAttribute()
                .addAllAttribute(others)
                .addAttribute(attribute)
                .build();
    }
}
