package dev.bascule.quantization.npu;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.workload.ElementTypes;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes of a quantised model a device's provider would leave, by what it documents. Immutable.
 *
 * @param requirements of the device
 * @param nodes of the model but for quantisers and their like
 * @param left those that it would leave
 */
public record NpuFit(NpuRequirements requirements, int nodes, List<Left> left) {
    private static final Set<String> QUANTIZERS = Set.of("QuantizeLinear", "DequantizeLinear");

    private static final String FLOAT = ": it runs in float16 where the chip has that, else on the CPU";

    public NpuFit {
        left = List.copyOf(left);
    }

    /** A node that stays on the CPU. */
    public record Left(String node, String operator, String why) {}

    /** Of a model in the form that the device's method writes. */
    public static NpuFit of(ModelProto model, NpuRequirements requirements) {
        GraphProto graph = model.getGraph();
        Map<String, TensorProto> constants = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        Map<String, DType> decoded = new HashMap<>();
        Map<String, DType> types = ElementTypes.of(graph);
        Set<String> encoded = new HashSet<>();
        graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("QuantizeLinear"))
                .forEach(node -> encoded.add(node.getInput(0)));
        List<Left> left = new ArrayList<>();
        int nodes = 0;
        for (NodeProto node : graph.getNodeList()) {
            if (QUANTIZERS.contains(node.getOpType())) {
                if (node.getOpType().equals("DequantizeLinear")) {
                    stored(node, constants).ifPresent(type -> decoded.put(node.getOutput(0), type));
                }
                continue;
            }
            nodes++;
            why(node, constants, requirements)
                    .or(() -> unquantised(node, constants, decoded, types, requirements))
                    .or(() -> types(node, decoded, requirements))
                    .or(() -> result(node, decoded, encoded, types, requirements))
                    .ifPresent(why -> left.add(new Left(Nodes.name(node), node.getOpType(), why)));
        }
        return new NpuFit(requirements, nodes, left);
    }

    private static Optional<String> why(
            NodeProto node, Map<String, TensorProto> constants, NpuRequirements requirements) {
        if (!requirements.takes(node)) {
            return Optional.of("its provider has no such operator");
        }
        if (node.getOpType().equals("Gather")
                && Nodes.input(node, 1)
                        .flatMap(name -> Optional.ofNullable(constants.get(name)))
                        .map(indices -> hasNegative(Numbers.integers(indices)))
                        .orElse(false)) {
            return Optional.of("it takes indices from 0 on only, and this has some below");
        }
        if (node.getOpType().equals("LpNormalization") && Nodes.integer(node, "p", 2) != 2) {
            return Optional.of("it takes the norm of p = 2 only");
        }
        return Optional.empty();
    }

    /** The type that a DequantizeLinear takes: that of its zero point, which is a constant. */
    private static Optional<DType> stored(NodeProto node, Map<String, TensorProto> constants) {
        return Nodes.input(node, 2)
                .or(() -> Nodes.input(node, 0))
                .flatMap(name -> Optional.ofNullable(constants.get(name)))
                .flatMap(tensor -> DType.ofOnnx(tensor.getDataType()));
    }

    /** As many DequantizeLinear as inputs are asked for: the first operand that is in float32. */
    private static Optional<String> unquantised(
            NodeProto node,
            Map<String, TensorProto> constants,
            Map<String, DType> decoded,
            Map<String, DType> types,
            NpuRequirements requirements) {
        if (requirements.untouched().contains(node.getOpType())) {
            return Optional.empty();
        }
        int count = requirements.firstInputOnly().contains(node.getOpType())
                ? Math.min(1, node.getInputCount())
                : node.getInputCount();
        for (String input : node.getInputList().subList(0, count)) {
            if (types.get(input) == DType.FLOAT32 && !decoded.containsKey(input)) {
                return Optional.of((constants.containsKey(input)
                                        ? "the constant '%s' that it takes stayed in float32"
                                        : "'%s' that it takes is in float32, of which no range was seen")
                                .formatted(input)
                        + FLOAT);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> types(NodeProto node, Map<String, DType> decoded, NpuRequirements requirements) {
        Optional<DType> bias = operand(node, 2, decoded);
        if (requirements.int32Bias().contains(node.getOpType())
                && bias.isPresent()
                && bias.orElseThrow() != DType.INT32) {
            return Optional.of("its bias is %s, and it takes int32 only".formatted(word(bias.orElseThrow())));
        }
        Optional<String> pair = operand(node, 0, decoded)
                .flatMap(first -> operand(node, 1, decoded).map(second -> word(first) + " and " + word(second)));
        return Optional.ofNullable(requirements.pairs().get(node.getOpType()))
                .filter(pairs -> pair.isPresent() && !pairs.contains(pair.orElseThrow()))
                .map(pairs -> "its operands are %s, and it takes %s only"
                        .formatted(pair.orElseThrow(), String.join(", ", pairs)));
    }

    private static Optional<DType> operand(NodeProto node, int index, Map<String, DType> decoded) {
        return Nodes.input(node, index).flatMap(name -> Optional.ofNullable(decoded.get(name)));
    }

    private static String word(DType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static Optional<String> result(
            NodeProto node,
            Map<String, DType> decoded,
            Set<String> encoded,
            Map<String, DType> types,
            NpuRequirements requirements) {
        String first = node.getOutputCount() == 0 ? "" : node.getOutput(0);
        return !requirements.untouched().contains(node.getOpType())
                        && operand(node, 0, decoded).isPresent()
                        && types.get(first) == DType.FLOAT32
                        && !encoded.contains(first)
                ? Optional.of("'%s' that it gives is in float32, of which no range was seen".formatted(first) + FLOAT)
                : Optional.empty();
    }

    private static boolean hasNegative(long[] indices) {
        for (long index : indices) {
            if (index < 0) {
                return true;
            }
        }
        return false;
    }

    /** The first dimension that is not fixed, in words with the remedy; empty where all are. */
    public static Optional<String> dynamic(GraphProto graph, Set<String> constants) {
        for (ValueInfoProto input : graph.getInputList()) {
            if (constants.contains(input.getName())) {
                continue;
            }
            for (int axis = 0; axis < input.getType().getTensorType().getShape().getDimCount(); axis++) {
                var dim = input.getType().getTensorType().getShape().getDim(axis);
                if (!dim.hasDimValue() || dim.getDimValue() < 1) {
                    String name = dim.getDimParam().isEmpty() ? "dimension " + axis : "'" + dim.getDimParam() + "'";
                    return Optional.of(
                            ("it takes fixed shapes only, and %s of the input '%s' is not fixed: write its size"
                                            + " into the model, as python -m onnxruntime.tools.make_dynamic_shape_fixed does")
                                    .formatted(name, input.getName()));
                }
            }
            if (!input.getType().getTensorType().hasShape()) {
                return Optional.of("it takes fixed shapes only, and the input '%s' tells none: export it with its shape"
                        .formatted(input.getName()));
            }
        }
        return Optional.empty();
    }

    /** For people: what is taken, what is left and why, and with which options to run it. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        words.add("%s of %s would take %s, by its documents (%s): it never ran here"
                .formatted(
                        requirements.provider(),
                        requirements.version(),
                        left.isEmpty()
                                ? "all %d nodes".formatted(nodes)
                                : "%d of %d nodes".formatted(nodes - left.size(), nodes),
                        String.join("; ", requirements.sources())));
        left.forEach(each -> words.add("left: '%s' (%s): %s".formatted(each.node(), each.operator(), each.why())));
        requirements.options().forEach((option, does) -> words.add("option %s: %s".formatted(option, does)));
        return words;
    }
}
