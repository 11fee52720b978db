package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The same model in the form that methods begin from: constants are initializers and no inputs, weights that pass through
 * Reshape, Transpose or Identity are those constants themselves, and an addition of one number a channel behind a Conv is its
 * bias. Names of all other values stay. Stateless.
 */
public final class Prepared {
    private final Map<String, TensorProto> constants = new LinkedHashMap<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private final GraphProto graph;
    private final Set<String> outputs;

    private Prepared(GraphProto graph) {
        this.graph = graph;
        this.outputs = Set.copyOf(Fit.outputs(graph));
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
    }

    /** A model of other bytes and the same meaning. */
    public static ModelProto of(ModelProto model) {
        Prepared prepared = new Prepared(model.getGraph());
        model.getGraph().getNodeList().forEach(prepared::node);
        prepared.biases();
        ModelProto.Builder made = model.toBuilder().setGraph(prepared.finish());
        if (model.getIrVersion() < 4) {
            // Before, each initializer had to be an input as well.
            made.setIrVersion(4);
        }
        return made.build();
    }

    private void node(NodeProto node) {
        Optional<TensorProto> folded =
                outputs.contains(node.getOutputCount() == 1 ? node.getOutput(0) : "") ? Optional.empty() : folded(node);
        folded.ifPresentOrElse(tensor -> constants.put(tensor.getName(), tensor), () -> nodes.add(node));
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
                        && tensor.getDataLocation() != TensorProto.DataLocation.EXTERNAL)
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
