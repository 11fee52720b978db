package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether inputs of these shapes contradict a graph: operands that do not fit each other, by ONNX's own definitions, as far as
 * shapes are known. That none is found is no proof that there is none. Stateless.
 */
public final class ShapeConflicts {
    private static final Set<String> BROADCAST = Set.of(
            "Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean", "Mod", "Where", "Equal", "Greater", "Less");

    private ShapeConflicts() {}

    /** The first node whose operands do not fit, and why: {@code Squeeze: axis 2 is 7 and not 1}. */
    public static Optional<String> first(OnnxModelFile model, Map<String, Tensor> inputs) {
        var graph = model.proto().getGraph();
        ShapeInference inference = ShapeInference.begun(graph, inputs);
        for (NodeProto node : graph.getNodeList()) {
            inference.node(node);
            try {
                Optional<String> conflict = conflict(inference.view(node), inference);
                if (conflict.isPresent()) {
                    return conflict.map(why -> node.getOpType() + ": " + why);
                }
            } catch (UnknownShapeException | RuntimeException notKnown) {
                // Nothing can be said of this node.
            }
        }
        return Optional.empty();
    }

    private static Optional<String> conflict(NodeView node, ShapeInference inference) throws UnknownShapeException {
        Optional<String> empty = Stream.of(0)
                .flatMap(first -> inference.shape(node.proto().getOutput(0)).stream())
                .filter(shape -> shape.dims().stream().anyMatch(size -> size < 0))
                .map(shape -> "nothing is left of its input")
                .findFirst();
        if (empty.isPresent()) {
            return empty;
        }
        if (BROADCAST.contains(node.type())) {
            for (int i = 1; i < node.proto().getInputCount(); i++) {
                Optional<String> unlike =
                        unlike(node.input(i - 1).dims(), node.input(i).dims());
                if (unlike.isPresent()) {
                    return unlike;
                }
            }
            return Optional.empty();
        }
        return switch (node.type()) {
            case "MatMul" -> {
                List<Long> a = node.input(0).dims();
                List<Long> b = node.input(1).dims();
                yield a.size() < 2 || b.size() < 2
                        ? Optional.empty()
                        : differ("columns and rows", a.get(a.size() - 1), b.get(b.size() - 2));
            }
            case "Gemm" ->
                differ(
                        "columns and rows",
                        node.input(0).dim(node.integer("transA", 0) == 0 ? 1 : 0),
                        node.input(1).dim(node.integer("transB", 0) == 0 ? 0 : 1));
            case "Conv" ->
                differ("channels", node.input(0).dim(1), node.input(1).dim(1) * node.integer("group", 1));
            case "Concat" -> concat(node);
            case "Squeeze" -> squeeze(node);
            case "Reshape" -> reshape(node, inference);
            default -> Optional.empty();
        };
    }

    private static Optional<String> differ(String what, long one, long other) {
        return one == other ? Optional.empty() : Optional.of("%s are %d and %d".formatted(what, one, other));
    }

    private static Optional<String> unlike(List<Long> a, List<Long> b) {
        for (int back = 1; back <= Math.min(a.size(), b.size()); back++) {
            long x = a.get(a.size() - back);
            long y = b.get(b.size() - back);
            if (x != y && x != 1 && y != 1) {
                return Optional.of("shapes are %s and %s".formatted(a, b));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> concat(NodeView node) throws UnknownShapeException {
        KnownShape first = node.input(0);
        int axis = (int) node.integer("axis", 1);
        int at = axis < 0 ? axis + first.rank() : axis;
        for (int i = 1; i < node.proto().getInputCount(); i++) {
            for (int each = 0; each < first.rank(); each++) {
                if (each != at && first.dim(each) != node.input(i).dim(each)) {
                    return Optional.of("shapes are %s and %s"
                            .formatted(first.dims(), node.input(i).dims()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> squeeze(NodeView node) throws UnknownShapeException {
        KnownShape in = node.input(0);
        for (long axis : node.integersOrInput("axes", 1).orElse(List.of())) {
            if (in.dim((int) axis) != 1) {
                return Optional.of("axis %d is %d and not 1".formatted(axis, in.dim((int) axis)));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> reshape(NodeView node, ShapeInference inference) throws UnknownShapeException {
        KnownShape in = node.input(0);
        Optional<KnownShape> out = inference.shape(node.proto().getOutput(0));
        return out.filter(shape -> shape.elements() != in.elements())
                .map(shape -> "%d elements do not make %s".formatted(in.elements(), shape.dims()));
    }
}
