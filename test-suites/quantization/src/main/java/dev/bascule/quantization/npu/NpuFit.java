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
        Set<String> decoded = new HashSet<>();
        Map<String, DType> types = ElementTypes.of(graph);
        List<Left> left = new ArrayList<>();
        int nodes = 0;
        for (NodeProto node : graph.getNodeList()) {
            if (QUANTIZERS.contains(node.getOpType())) {
                decoded.addAll(node.getOutputList());
                continue;
            }
            nodes++;
            why(node, constants, decoded, types, requirements)
                    .ifPresent(why -> left.add(new Left(Nodes.name(node), node.getOpType(), why)));
        }
        return new NpuFit(requirements, nodes, left);
    }

    private static Optional<String> why(
            NodeProto node,
            Map<String, TensorProto> constants,
            Set<String> decoded,
            Map<String, DType> types,
            NpuRequirements requirements) {
        if (!Nodes.isOnnx(node) || !requirements.operators().contains(node.getOpType())) {
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
        if (requirements.untouched().contains(node.getOpType())) {
            return Optional.empty();
        }
        String first = node.getInputCount() == 0 ? "" : node.getInput(0);
        return types.get(first) == DType.FLOAT32 && !decoded.contains(first) && !constants.containsKey(first)
                ? Optional.of(
                        "what it takes is in float32, of which no range was seen: it runs in float16 where the chip has"
                                + " that, else on the CPU")
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
