package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A model whose nodes round otherwise: each result {@code y} of float32 that depends on what is fed becomes
 * {@code y + move × y × sin(frequency × y)}, which moves its elements by up to {@code move} of themselves, each in its own way.
 * How far outputs follow shows how the model conditions rounding: Monte Carlo arithmetic (Parker, UCLA CSD-970002, 1997) at
 * the grain of nodes. Bodies of loops and branches stay as they are, and so does what follows from shapes alone. Stateless.
 */
public final class RoundingVariant {
    /** Sine takes float32 from here on, and binary operators broadcast. */
    private static final long OLDEST_OPSET = 7;

    private static final double BASE_FREQUENCY = 997;
    private static final double FREQUENCY_STEP = 131;

    /** They give what they take, or positions in it: nothing is rounded. */
    private static final Set<String> NOTHING_ROUNDED = Set.of(
            "Identity",
            "Reshape",
            "Transpose",
            "Squeeze",
            "Unsqueeze",
            "Flatten",
            "Slice",
            "Split",
            "Concat",
            "Gather",
            "GatherElements",
            "GatherND",
            "Expand",
            "Tile",
            "Pad",
            "Relu",
            "Clip",
            "Max",
            "Min",
            "Neg",
            "Abs",
            "MaxPool",
            "GlobalMaxPool",
            "ReduceMax",
            "ReduceMin",
            "TopK",
            "Where",
            "Constant",
            "ConstantOfShape",
            "Floor",
            "Ceil",
            "Round",
            "Sign",
            "OneHot",
            "DequantizeLinear",
            "Dropout",
            "Range",
            "If",
            "Loop",
            "Scan");

    private final GraphProto graph;
    private final double move;
    private final double frequency;
    private final Map<String, DType> types = new HashMap<>();
    private final Set<String> fed = new HashSet<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private int moved;

    private RoundingVariant(GraphProto graph, double move, int variant) {
        this.graph = graph;
        this.move = move;
        this.frequency = BASE_FREQUENCY + FREQUENCY_STEP * variant;
    }

    /**
     * Makes it.
     *
     * @param move relative, such as some units in the last place
     * @param variant which of many ways to move
     * @return empty where nothing would be moved, or the model is too old for the operators that it takes
     */
    public static Optional<ModelProto> of(ModelProto model, double move, int variant) {
        boolean recent = model.getOpsetImportList().stream()
                .anyMatch(opset -> ModelInspector.domain(opset.getDomain()).equals(ModelInspection.DEFAULT_DOMAIN)
                        && opset.getVersion() >= OLDEST_OPSET);
        RoundingVariant rounded = new RoundingVariant(model.getGraph(), move, variant);
        if (!recent) {
            return Optional.empty();
        }
        rounded.walk();
        return rounded.moved == 0
                ? Optional.empty()
                : Optional.of(model.toBuilder()
                        .setGraph(model.getGraph().toBuilder().clearNode().addAllNode(rounded.nodes))
                        .build());
    }

    private void walk() {
        Set<String> held = new HashSet<>();
        for (TensorProto tensor : graph.getInitializerList()) {
            held.add(tensor.getName());
            DType.ofOnnx(tensor.getDataType()).ifPresent(type -> types.put(tensor.getName(), type));
        }
        graph.getValueInfoList().forEach(this::declare);
        graph.getOutputList().forEach(this::declare);
        for (ValueInfoProto input : graph.getInputList()) {
            declare(input);
            if (!held.contains(input.getName())) {
                fed.add(input.getName());
            }
        }
        nodes.add(constant("bascule_frequency", frequency));
        nodes.add(constant("bascule_move", move));
        graph.getNodeList().forEach(this::node);
    }

    private void declare(ValueInfoProto info) {
        Ports.element(info.getType()).ifPresent(type -> types.put(info.getName(), type));
    }

    private void node(NodeProto node) {
        List<Optional<DType>> inputs = node.getInputList().stream()
                .map(name -> Optional.ofNullable(types.get(name)))
                .toList();
        List<Optional<DType>> outputs = ElementRules.outputs(node, inputs);
        for (int i = 0; i < Math.min(outputs.size(), node.getOutputCount()); i++) {
            String name = node.getOutput(i);
            outputs.get(i).ifPresent(type -> types.putIfAbsent(name, type));
        }
        boolean ofShape = node.getOpType().equals("Shape") || node.getOpType().equals("Size");
        if (ofShape || node.getInputList().stream().noneMatch(fed::contains)) {
            nodes.add(node);
            return;
        }
        fed.addAll(node.getOutputList());
        if (NOTHING_ROUNDED.contains(node.getOpType())) {
            nodes.add(node);
            return;
        }
        NodeProto.Builder own = node.toBuilder().clearOutput();
        List<NodeProto> after = new ArrayList<>();
        for (String name : node.getOutputList()) {
            boolean moves = !name.isEmpty() && types.get(name) == DType.FLOAT32;
            own.addOutput(moves ? name + "_as_rounded" : name);
            if (moves) {
                moved++;
                after.add(binary("Mul", name + "_as_rounded", "bascule_frequency", name + "_at"));
                after.add(NodeProto.newBuilder()
                        .setOpType("Sin")
                        .addInput(name + "_at")
                        .addOutput(name + "_wave")
                        .build());
                after.add(binary("Mul", name + "_wave", "bascule_move", name + "_part"));
                after.add(binary("Mul", name + "_as_rounded", name + "_part", name + "_moved_by"));
                after.add(binary("Add", name + "_as_rounded", name + "_moved_by", name));
            }
        }
        nodes.add(own.build());
        nodes.addAll(after);
    }

    private static NodeProto binary(String operator, String left, String right, String output) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .addInput(left)
                .addInput(right)
                .addOutput(output)
                .build();
    }

    private static NodeProto constant(String name, double value) {
        TensorProto scalar = TensorProto.newBuilder()
                .setDataType(DType.FLOAT32.onnx())
                .addFloatData((float) value)
                .build();
        return NodeProto.newBuilder()
                .setOpType("Constant")
                .addOutput(name)
                .addAttribute(AttributeProto.newBuilder()
                        .setName("value")
                        .setType(AttributeProto.AttributeType.TENSOR)
                        .setT(scalar))
                .build();
    }
}
