package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The same model in the form that methods begin from: constants are initializers and no inputs, weights that pass through
 * Reshape, Transpose or Identity are those constants themselves, unless other nodes take them as they were (a table that is tied to the last
 * product): a second copy would make the model larger. An addition of one number a channel behind a Conv is its
 * bias. Names of all other values stay. Stateless.
 */
public final class Prepared {
    private static final Set<String> TURNS = Set.of("Transpose", "Reshape");
    /** A copy of so few numbers is no matter. */
    private static final int FEW = 4096;

    private final Map<String, TensorProto> constants = new LinkedHashMap<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private final GraphProto graph;
    private final Set<String> outputs;
    private final Set<String> inside;
    /** Who takes each value. */
    private final Map<String, List<NodeProto>> takers = new HashMap<>();
    /** Constants that an Identity, or a second node of the same form, only names again. */
    private final Map<String, String> aliases = new HashMap<>();
    /** Constants that a node made, by its form. */
    private final Map<NodeProto, String> copies = new HashMap<>();

    private Prepared(GraphProto graph) {
        this.graph = graph;
        this.outputs = Set.copyOf(Fit.outputs(graph));
        this.inside = Nodes.usedInside(graph.getNodeList());
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
    }

    /** A model of other bytes and the same meaning. */
    public static ModelProto of(ModelProto model) {
        Prepared prepared = new Prepared(model.getGraph());
        List<NodeProto> named = prepared.named();
        prepared.take(named);
        named.forEach(prepared::node);
        prepared.biases();
        ModelProto.Builder made = model.toBuilder().setGraph(prepared.finish());
        if (model.getIrVersion() < 4) {
            // Before, each initializer had to be an input as well.
            made.setIrVersion(4);
        }
        return made.build();
    }

    private void node(NodeProto original) {
        NodeProto node = renamed(original);
        Optional<String> same =
                same(node).filter(copy -> !outputs.contains(node.getOutput(0)) && !inside.contains(node.getOutput(0)));
        if (same.isPresent()) {
            aliases.put(node.getOutput(0), same.orElseThrow());
            return;
        }
        Optional<TensorProto> folded =
                outputs.contains(node.getOutputCount() == 1 ? node.getOutput(0) : "") ? Optional.empty() : folded(node);
        folded.ifPresentOrElse(
                tensor -> {
                    constants.put(tensor.getName(), tensor);
                    if (Nodes.is(node, TURNS)) {
                        copies.put(form(node), tensor.getName());
                    }
                },
                () -> nodes.add(node));
    }

    private NodeProto renamed(NodeProto node) {
        if (node.getInputList().stream().noneMatch(aliases::containsKey)) {
            return node;
        }
        NodeProto.Builder made = node.toBuilder();
        for (int i = 0; i < node.getInputCount(); i++) {
            made.setInput(i, aliases.getOrDefault(node.getInput(i), node.getInput(i)));
        }
        return made.build();
    }

    /** The nodes without each Identity that only gives a constant another name. */
    private List<NodeProto> named() {
        Set<String> known = new HashSet<>(constants.keySet());
        List<NodeProto> left = new ArrayList<>();
        for (NodeProto original : graph.getNodeList()) {
            NodeProto node = renamed(original);
            if (Nodes.is(node, Set.of("Constant"))) {
                known.addAll(node.getOutputList());
            }
            if (Nodes.is(node, Set.of("Identity"))
                    && known.contains(node.getInput(0))
                    && !outputs.contains(node.getOutput(0))
                    && !inside.contains(node.getOutput(0))) {
                aliases.put(node.getOutput(0), node.getInput(0));
            } else {
                left.add(node);
            }
        }
        return left;
    }

    private void take(List<NodeProto> all) {
        all.forEach(node -> node.getInputList().stream()
                .distinct()
                .forEach(input ->
                        takers.computeIfAbsent(input, name -> new ArrayList<>()).add(node)));
    }

    /** The constant that it only names again, or that a node of the same form made. */
    private Optional<String> same(NodeProto node) {
        if (Nodes.is(node, Set.of("Identity"))) {
            return constant(node, 0).map(TensorProto::getName);
        }
        return Nodes.is(node, TURNS) ? Optional.ofNullable(copies.get(form(node))) : Optional.empty();
    }

    /** What it does to what, whatever it is called. */
    private static NodeProto form(NodeProto node) {
        return node.toBuilder().clearName().clearDocString().clearOutput().build();
    }

    /** Whether nobody needs the constant as it was, or it is small. */
    private boolean isAlone(NodeProto node, TensorProto tensor) {
        String name = node.getInput(0);
        return Numbers.count(tensor.getDimsList()) <= FEW
                || !outputs.contains(name)
                        && !inside.contains(name)
                        && takers.getOrDefault(name, List.of()).stream()
                                .allMatch(taker -> form(renamed(taker)).equals(form(node)));
    }

    private Optional<TensorProto> folded(NodeProto node) {
        if (!Nodes.isOnnx(node) || node.getOutputCount() != 1) {
            return Optional.empty();
        }
        String name = node.getOutput(0);
        if (node.getOpType().equals("Constant")) {
            return Nodes.attribute(node, "value")
                    .map(each -> each.getT().toBuilder().setName(name).build());
        }
        return constant(node, 0)
                .filter(tensor -> tensor.getDataType() == DType.FLOAT32.onnx()
                        && tensor.getDataLocation() != TensorProto.DataLocation.EXTERNAL
                        && isAlone(node, tensor))
                .flatMap(tensor -> switch (node.getOpType()) {
                    case "Identity" ->
                        Optional.of(tensor.toBuilder().setName(name).build());
                    case "Reshape" ->
                        constant(node, 1).flatMap(shape -> reshaped(tensor, name, Numbers.integers(shape)));
                    case "Transpose" -> Optional.of(transposed(tensor, name, Nodes.integers(node, "perm")));
                    default -> Optional.empty();
                });
    }

    private Optional<TensorProto> constant(NodeProto node, int index) {
        return Nodes.input(node, index).flatMap(name -> Optional.ofNullable(constants.get(name)));
    }

    private static Optional<TensorProto> reshaped(TensorProto tensor, String name, long[] shape) {
        long known = 1;
        for (int i = 0; i < shape.length; i++) {
            shape[i] = shape[i] == 0 && i < tensor.getDimsCount() ? tensor.getDims(i) : shape[i];
            known *= shape[i] == -1 ? 1 : shape[i];
        }
        long all = Numbers.count(tensor.getDimsList());
        if (known == 0 || all % known != 0) {
            return Optional.empty();
        }
        TensorProto.Builder made = tensor.toBuilder().setName(name).clearDims();
        for (long size : shape) {
            made.addDims(size == -1 ? all / known : size);
        }
        return Optional.of(made.build());
    }

    /** The axes in another order; with none given turned around. */
    public static TensorProto transposed(TensorProto tensor, String name, List<Long> order) {
        int rank = tensor.getDimsCount();
        int[] from = IntStream.range(0, rank)
                .map(axis -> order.isEmpty() ? rank - 1 - axis : Math.toIntExact(order.get(axis)))
                .toArray();
        float[] values = Numbers.floats(tensor);
        List<Long> dims = IntStream.of(from).mapToObj(tensor::getDims).toList();
        int[] strides = IntStream.of(from)
                .map(axis -> Numbers.stride(tensor.getDimsList(), axis))
                .toArray();
        float[] made = new float[values.length];
        int[] at = new int[rank];
        int index = 0;
        for (int i = 0; i < made.length; i++) {
            made[i] = values[index];
            for (int axis = rank - 1; axis >= 0; axis--) {
                index += strides[axis];
                if (++at[axis] < dims.get(axis)) {
                    break;
                }
                index -= strides[axis] * at[axis];
                at[axis] = 0;
            }
        }
        return Numbers.floats(name, dims, made);
    }

    private void biases() {
        for (int i = 0; i < nodes.size(); i++) {
            NodeProto conv = nodes.get(i);
            if (!Nodes.is(conv, Set.of("Conv", "ConvTranspose"))
                    || conv.getInputCount() != 2
                    || conv.getOutputCount() != 1
                    || outputs.contains(conv.getOutput(0))) {
                continue;
            }
            String value = conv.getOutput(0);
            List<NodeProto> takers = nodes.stream()
                    .filter(node -> node.getInputList().contains(value))
                    .toList();
            if (takers.size() != 1
                    || !takers.get(0).getOpType().equals("Add")
                    || !Nodes.isOnnx(takers.get(0))
                    || Nodes.usedInside(nodes).contains(value)) {
                continue;
            }
            NodeProto add = takers.get(0);
            String other = add.getInput(add.getInput(0).equals(value) ? 1 : 0);
            Optional<TensorProto> bias = Optional.ofNullable(constants.get(other))
                    .filter(tensor -> isOnePerChannel(tensor, conv))
                    .map(tensor -> tensor.toBuilder()
                            .setName(add.getOutput(0) + "_bias")
                            .clearDims()
                            .addDims(Numbers.count(tensor.getDimsList()))
                            .build());
            if (bias.isPresent()) {
                TensorProto own = bias.orElseThrow();
                constants.put(own.getName(), own);
                nodes.set(
                        nodes.indexOf(add),
                        conv.toBuilder()
                                .addInput(own.getName())
                                .setOutput(0, add.getOutput(0))
                                .build());
                nodes.remove(i--);
            }
        }
    }

    private boolean isOnePerChannel(TensorProto tensor, NodeProto conv) {
        TensorProto weight = constants.get(conv.getInput(1));
        if (weight == null || tensor.getDataType() != DType.FLOAT32.onnx()) {
            return false;
        }
        long channels = conv.getOpType().equals("Conv")
                ? weight.getDims(0)
                : weight.getDims(1) * Nodes.integer(conv, "group", 1);
        int axis = tensor.getDimsCount() - (weight.getDimsCount() - 1);
        return axis >= 0
                && axis <= 1
                && tensor.getDims(axis) == channels
                && Numbers.count(tensor.getDimsList()) == channels;
    }

    private GraphProto finish() {
        Set<String> used = new HashSet<>(outputs);
        nodes.forEach(node -> used.addAll(node.getInputList()));
        used.addAll(Nodes.usedInside(nodes));
        GraphProto.Builder made =
                graph.toBuilder().clearNode().clearInitializer().clearInput();
        graph.getInputList().stream()
                .filter(input -> !constants.containsKey(input.getName()))
                .forEach(made::addInput);
        constants.values().stream()
                .filter(tensor -> used.contains(tensor.getName()))
                .forEach(made::addInitializer);
        return made.addAllNode(nodes).build();
    }
}
