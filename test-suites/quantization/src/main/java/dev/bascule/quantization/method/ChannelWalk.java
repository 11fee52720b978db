package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.GraphShapes;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Ranks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Follows the output channels of a product to all that takes them, and gathers what must shrink with them. Used for one product and thrown
 * away.
 */
final class ChannelWalk {
    private static final Set<String> POINTWISE = Set.of(
            "Relu",
            "LeakyRelu",
            "Sigmoid",
            "Tanh",
            "Elu",
            "Selu",
            "Celu",
            "Gelu",
            "HardSigmoid",
            "HardSwish",
            "Mish",
            "Softplus",
            "Softsign",
            "Erf",
            "Abs",
            "Neg",
            "Exp",
            "Sqrt",
            "Clip",
            "Identity",
            "ThresholdedRelu");
    private static final Set<String> PAIRS = Set.of("Add", "Sub", "Mul", "Div", "PRelu");
    private static final Set<String> POOLS =
            Set.of("MaxPool", "AveragePool", "LpPool", "GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool");

    private final Map<String, TensorProto> constants;
    private final Map<String, List<NodeProto>> takers;
    private final Set<String> outputs;
    private final Set<String> inside;
    private final GraphShapes shapes;
    private final int channels;
    private final List<Cut> cuts = new ArrayList<>();
    private final Map<String, NodeProto> changed = new HashMap<>();
    private final Map<String, Way> seen = new HashMap<>();
    /** Nodes that join two values: both must be of these channels, as where a Gelu multiplies its input. */
    private final Map<String, NodeProto> joins = new LinkedHashMap<>();

    /** Where a value has the channels; -1 for the last axis. */
    private record Way(int axis, int repeat) {}

    /**
     * A constant that loses indices of an axis.
     *
     * @param repeat how many neighbours each channel has there, where pixels were flattened
     */
    record Cut(String constant, int axis, int repeat) {}

    /** A graph, looked at once for all products up to the next that loses channels. */
    record Seen(
            Map<String, TensorProto> constants,
            Map<String, List<NodeProto>> takers,
            Set<String> outputs,
            Set<String> inside,
            GraphShapes shapes) {
        static Seen of(GraphProto graph) {
            Map<String, TensorProto> constants = new HashMap<>();
            graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
            Map<String, List<NodeProto>> takers = new HashMap<>();
            graph.getNodeList()
                    .forEach(node -> node.getInputList()
                            .forEach(input -> takers.computeIfAbsent(input, name -> new ArrayList<>())
                                    .add(node)));
            Set<String> outputs = new HashSet<>();
            graph.getOutputList().forEach(output -> outputs.add(output.getName()));
            return new Seen(constants, takers, outputs, Nodes.usedInside(graph.getNodeList()), Ranks.shapes(graph));
        }
    }

    ChannelWalk(Seen seen, int channels) {
        this.constants = seen.constants;
        this.takers = seen.takers;
        this.outputs = seen.outputs;
        this.inside = seen.inside;
        this.shapes = seen.shapes;
        this.channels = channels;
    }

    /** Constants that shrink, once the walk came to its ends. */
    List<Cut> cuts() {
        return cuts;
    }

    /** Nodes whose attributes change, by their first output; the attribute is {@code group}, or the shape is a new constant. */
    Map<String, NodeProto> changed() {
        return changed;
    }

    /** Its own weight and bias, and on from its output; why not where it cannot. */
    Optional<String> from(NodeProto node, int weightAxis) {
        return cut(node.getInput(1), weightAxis, 1)
                .or(() -> Nodes.input(node, 2).flatMap(bias -> isOne(bias) ? Optional.empty() : cut(bias, 0, 1)))
                .or(() -> follow(node.getOutput(0), node.getOpType().equals("Conv") ? 1 : -1, 1))
                .or(this::untied);
    }

    private Optional<String> untied() {
        for (NodeProto join : joins.values()) {
            Way one = seen.get(join.getInput(0));
            if (one == null || !one.equals(seen.get(join.getInput(1)))) {
                return tied(join);
            }
        }
        return Optional.empty();
    }

    /** @param axis of the channels; -1 for the last */
    private Optional<String> follow(String value, int axis, int repeat) {
        if (seen.putIfAbsent(value, new Way(axis, repeat)) != null) {
            return Optional.empty();
        }
        if (outputs.contains(value) || inside.contains(value)) {
            return Optional.of("its channels are an output of the model");
        }
        List<NodeProto> next = takers.getOrDefault(value, List.of());
        if (next.isEmpty()) {
            return Optional.of("nothing takes its channels");
        }
        for (NodeProto node : next) {
            Optional<String> why = step(node, value, axis, repeat);
            if (why.isPresent()) {
                return why;
            }
        }
        return Optional.empty();
    }

    private Optional<String> step(NodeProto node, String value, int axis, int repeat) {
        if (!Nodes.isOnnx(node)) {
            return tied(node);
        }
        boolean first = node.getInput(0).equals(value);
        String output = node.getOutput(0);
        String operator = node.getOpType();
        if (POINTWISE.contains(operator) && first) {
            return follow(output, axis, repeat);
        }
        if (PAIRS.contains(operator)) {
            return pair(node, value, axis, repeat).or(() -> follow(output, axis, repeat));
        }
        if (POOLS.contains(operator) && axis == 1 && first && node.getOutputCount() == 1) {
            return follow(output, axis, repeat);
        }
        return switch (operator) {
            case "BatchNormalization" -> {
                if (axis != 1 || repeat != 1 || node.getOutputCount() != 1 || !first) {
                    yield tied(node);
                }
                Optional<String> why = Optional.empty();
                for (int i = 1; i < 5 && why.isEmpty(); i++) {
                    why = cut(node.getInput(i), 0, 1);
                }
                yield why.or(() -> follow(output, axis, repeat));
            }
            case "Conv" -> axis == 1 && repeat == 1 && first ? conv(node) : tied(node);
            case "ConvTranspose" ->
                axis == 1 && repeat == 1 && first && Nodes.integer(node, "group", 1) == 1
                        ? cut(node.getInput(1), 0, 1)
                        : tied(node);
            case "Flatten" ->
                axis == 1 && first && Nodes.integer(node, "axis", 1) == 1
                        ? pixels(value).map(each -> follow(output, -1, each)).orElseGet(() -> tied(node))
                        : tied(node);
            case "Reshape" -> first && axis == 1 ? reshape(node, value) : tied(node);
            case "MatMul", "Gemm" -> first && axis == -1 ? product(node, repeat) : tied(node);
            default -> tied(node);
        };
    }

    private Optional<String> tied(NodeProto node) {
        return Optional.of("its channels go into %s '%s', which ties them to others"
                .formatted(node.getOpType(), Nodes.name(node)));
    }

    private Optional<String> pair(NodeProto node, String value, int axis, int repeat) {
        String other = node.getInput(node.getInput(0).equals(value) ? 1 : 0);
        TensorProto constant = constants.get(other);
        if (constant == null) {
            joins.put(node.getOutput(0), node);
            return Optional.empty();
        }
        if (Numbers.count(constant.getDimsList()) == 1) {
            return Optional.empty();
        }
        Optional<Integer> rank =
                shapes.of(value).map(known -> known.shape().dims().size());
        if (rank.isEmpty()) {
            return tied(node);
        }
        int fromEnd = axis == -1 ? 1 : rank.orElseThrow() - axis;
        int own = constant.getDimsCount() - fromEnd;
        if (own < 0 || constant.getDims(own) == 1) {
            return Optional.empty();
        }
        return cut(other, own, repeat);
    }

    private Optional<String> conv(NodeProto node) {
        TensorProto weight = constants.get(node.getInput(1));
        long group = Nodes.integer(node, "group", 1);
        if (weight == null) {
            return tied(node);
        }
        if (group == 1) {
            return cut(weight.getName(), 1, 1);
        }
        boolean depthwise = group == channels && weight.getDims(0) == channels && weight.getDims(1) == 1;
        if (!depthwise) {
            return tied(node);
        }
        changed.put(node.getOutput(0), node);
        return cut(weight.getName(), 0, 1)
                .or(() -> Nodes.input(node, 2).flatMap(bias -> cut(bias, 0, 1)))
                .or(() -> follow(node.getOutput(0), 1, 1));
    }

    /** A Reshape that does what Flatten does. */
    private Optional<String> reshape(NodeProto node, String value) {
        Optional<Integer> each = pixels(value);
        Optional<List<Long>> before =
                shapes.of(value).map(known -> known.shape().dims());
        Optional<List<Long>> after =
                shapes.of(node.getOutput(0)).map(known -> known.shape().dims());
        TensorProto shape = constants.get(node.getInput(1));
        if (each.isEmpty() || before.isEmpty() || after.isEmpty() || shape == null) {
            return tied(node);
        }
        boolean flat = after.orElseThrow().size() == 2
                && after.orElseThrow().get(0).equals(before.orElseThrow().get(0))
                && after.orElseThrow().get(1) == (long) each.orElseThrow() * channels;
        if (!flat) {
            return tied(node);
        }
        changed.put(node.getOutput(0), node);
        return follow(node.getOutput(0), -1, each.orElseThrow());
    }

    private Optional<Integer> pixels(String value) {
        return shapes.of(value)
                .map(known -> known.shape().dims())
                .filter(dims -> dims.size() >= 2 && dims.get(1) == channels)
                .map(dims -> Numbers.count(dims.subList(2, dims.size())));
    }

    private Optional<String> product(NodeProto node, int repeat) {
        TensorProto weight = constants.get(node.getInput(1));
        if (weight == null || Nodes.integer(node, "transA", 0) != 0) {
            return tied(node);
        }
        boolean turned = node.getOpType().equals("Gemm") && Nodes.integer(node, "transB", 0) != 0;
        return cut(weight.getName(), turned ? 1 : weight.getDimsCount() - 2, repeat);
    }

    private boolean isOne(String constant) {
        TensorProto tensor = constants.get(constant);
        return tensor != null && Numbers.count(tensor.getDimsList()) == 1;
    }

    private Optional<String> cut(String name, int axis, int repeat) {
        TensorProto tensor = constants.get(name);
        if (tensor == null
                || tensor.getDataType() != DType.FLOAT32.onnx()
                || takers.getOrDefault(name, List.of()).size() != 1
                || inside.contains(name)
                || outputs.contains(name)) {
            return Optional.of("'%s' is no constant of one node alone".formatted(name));
        }
        int at = axis >= 0 ? axis : tensor.getDimsCount() + axis;
        if (at >= tensor.getDimsCount() || tensor.getDims(at) != (long) channels * repeat) {
            return Optional.of("'%s' does not have its channels".formatted(name));
        }
        cuts.add(new Cut(name, at, repeat));
        return Optional.empty();
    }
}
