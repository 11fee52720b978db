package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Nodes of other operator sets as operator set 17 writes them, as far as only the place of their settings changed. Stateless. */
final class OperatorSets {
    /** Reductions that had their axes as an attribute up to operator set 17. */
    private static final Set<String> REDUCTIONS = Set.of(
            "ReduceL1",
            "ReduceL2",
            "ReduceLogSum",
            "ReduceLogSumExp",
            "ReduceMax",
            "ReduceMean",
            "ReduceMin",
            "ReduceProd",
            "ReduceSumSquare");

    private OperatorSets() {}

    /**
     * A node of operator set 7 or later.
     *
     * @param whole makes a constant of whole numbers, and gives its name
     * @param numbers gives the content of an input
     */
    static NodeProto inSeventeen(
            NodeProto node, long opset, Function<List<Long>, String> whole, Function<String, List<Long>> numbers) {
        String operator = node.getOpType();
        if (REDUCTIONS.contains(operator)) {
            return opset >= 18 ? axesAsAttribute(node, numbers) : node;
        }
        return switch (operator) {
            case "ReduceSum", "Squeeze", "Unsqueeze" -> opset < 13 ? asInput(node, "axes", whole) : node;
            case "Split" -> opset < 13 ? asInput(node, "split", whole) : without(node, "num_outputs");
            case "Slice" -> opset < 10 ? slice(node, whole) : node;
            case "Pad" -> pad(node, opset, whole);
            case "Clip" -> {
                if (opset < 11 && node.getAttributeCount() > 0) {
                    throw Untrainable.because(
                            node, "has its borders as attributes: export it with operator set 11 or later");
                }
                yield node;
            }
            case "BatchNormalization" -> {
                if (integers(node, "training_mode").equals(List.of(1L))) {
                    throw Untrainable.because(node, "is in training mode: export the model for inference");
                }
                NodeProto.Builder one = without(without(node, "spatial"), "training_mode").toBuilder();
                yield one.clearOutput().addOutput(node.getOutput(0)).build();
            }
            case "Cast" -> without(node, "saturate");
            default -> node;
        };
    }

    private static NodeProto axesAsAttribute(NodeProto node, Function<String, List<Long>> numbers) {
        if (node.getInputCount() < 2 || node.getInput(1).isEmpty()) {
            return without(node, "noop_with_empty_axes");
        }
        List<Long> axes = numbers.apply(node.getInput(1));
        return without(node, "noop_with_empty_axes").toBuilder()
                .clearInput()
                .addInput(node.getInput(0))
                .addAttribute(Attributes.ints(
                        "axes", axes.stream().mapToLong(Long::longValue).toArray()))
                .build();
    }

    private static NodeProto asInput(NodeProto node, String attribute, Function<List<Long>, String> whole) {
        List<Long> content = integers(node, attribute);
        return content.isEmpty()
                ? node
                : without(node, attribute).toBuilder()
                        .addInput(whole.apply(content))
                        .build();
    }

    private static NodeProto slice(NodeProto node, Function<List<Long>, String> whole) {
        List<Long> starts = integers(node, "starts");
        List<Long> axes = integers(node, "axes");
        return node.toBuilder()
                .clearAttribute()
                .addInput(whole.apply(starts))
                .addInput(whole.apply(integers(node, "ends")))
                .addInput(whole.apply(
                        axes.isEmpty()
                                ? LongStream.range(0, starts.size()).boxed().toList()
                                : axes))
                .build();
    }

    private static NodeProto pad(NodeProto node, long opset, Function<List<Long>, String> whole) {
        if (node.getInputCount() > 3) {
            throw Untrainable.because(node, "names axes, which operator set 17 cannot");
        }
        return opset < 11 ? asInput(without(node, "value"), "pads", whole) : node;
    }

    private static NodeProto without(NodeProto node, String attribute) {
        List<AttributeProto> kept = node.getAttributeList().stream()
                .filter(each -> !each.getName().equals(attribute))
                .toList();
        return node.toBuilder().clearAttribute().addAllAttribute(kept).build();
    }

    /** An attribute of one or several whole numbers; empty where there is none. */
    private static List<Long> integers(NodeProto node, String attribute) {
        return node.getAttributeList().stream()
                .filter(each -> each.getName().equals(attribute))
                .findFirst()
                .map(each -> each.getIntsCount() > 0 ? each.getIntsList() : List.of(each.getI()))
                .orElse(List.of());
    }
}
