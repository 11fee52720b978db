package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * One list of nodes of a graph with its bodies and local functions. Used for one model and thrown away.
 *
 * <p>What goes into a body and comes out of it is joined by {@linkplain Node#link links}; either branch of an If is there.
 */
final class FlatGraph {
    /** A function that calls itself is no model: what lies deeper is left out. */
    private static final int DEEPEST = 8;

    private static final long MOST_RANK = 8;

    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, List<Long>> weights = new HashMap<>();
    private final Map<String, List<Long>> shapes = new HashMap<>();
    private final Map<String, FunctionProto> functions = new HashMap<>();
    private int calls;

    private FlatGraph() {}

    static FlatGraph of(ModelProto model) {
        FlatGraph flat = new FlatGraph();
        model.getFunctionsList()
                .forEach(function -> flat.functions.put(function.getDomain() + ":" + function.getName(), function));
        flat.graph(model.getGraph(), "", 0);
        return flat;
    }

    List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /** Sizes of initializers and constants by value. */
    Map<String, List<Long>> weights() {
        return Map.copyOf(weights);
    }

    private void graph(GraphProto graph, String scope, int depth) {
        graph.getInitializerList().forEach(tensor -> weight(scope + tensor.getName(), tensor));
        graph.getSparseInitializerList()
                .forEach(
                        sparse -> weights.put(scope + sparse.getValues().getName(), List.copyOf(sparse.getDimsList())));
        graph.getNodeList().forEach(node -> node(node, scope, depth));
    }

    private void weight(String name, TensorProto tensor) {
        weights.put(name, List.copyOf(tensor.getDimsList()));
        shape(tensor).ifPresent(sizes -> shapes.put(name, sizes));
    }

    /** What may be the sizes of another tensor. */
    private static Optional<List<Long>> shape(TensorProto tensor) {
        boolean small = tensor.getDataType() == TensorProto.DataType.INT64_VALUE
                && tensor.getDimsCount() == 1
                && tensor.getDims(0) <= MOST_RANK;
        if (!small) {
            return Optional.empty();
        }
        if (!tensor.hasRawData()) {
            return Optional.of(List.copyOf(tensor.getInt64DataList()));
        }
        LongBuffer raw = tensor.getRawData()
                .asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer();
        return Optional.of(LongStream.range(0, raw.remaining())
                .mapToObj(i -> raw.get((int) i))
                .toList());
    }

    private void node(NodeProto proto, String scope, int depth) {
        FunctionProto function = functions.get(proto.getDomain() + ":" + proto.getOpType());
        if (function != null && depth < DEEPEST) {
            call(proto, function, scope, depth);
            return;
        }
        if (proto.getOpType().equals("ConstantOfShape") && proto.getInputCount() > 0 && proto.getOutputCount() > 0) {
            Optional.ofNullable(shapes.get(Node.scoped(proto.getInput(0), scope)))
                    .ifPresent(sizes -> weights.put(Node.scoped(proto.getOutput(0), scope), sizes));
        }
        if (proto.getOpType().equals("Constant") && proto.getOutputCount() > 0) {
            String name = Node.scoped(proto.getOutput(0), scope);
            weights.put(name, constant(proto));
            proto.getAttributeList().stream()
                    .filter(AttributeProto::hasT)
                    .flatMap(value -> shape(value.getT()).stream())
                    .forEach(sizes -> shapes.put(name, sizes));
            return;
        }
        Node node = new Node(proto, scope);
        for (AttributeProto attribute : proto.getAttributeList()) {
            if (attribute.hasG() && depth < DEEPEST) {
                body(node, attribute.getG(), scope, depth);
            }
        }
        nodes.add(node);
    }

    private static List<Long> constant(NodeProto proto) {
        AttributeProto value =
                proto.getAttributeCount() == 0 ? AttributeProto.getDefaultInstance() : proto.getAttribute(0);
        if (value.hasT()) {
            return List.copyOf(value.getT().getDimsList());
        }
        int many = Math.max(value.getIntsCount(), value.getFloatsCount());
        return many == 0 ? List.of() : List.of((long) many);
    }

    private void body(Node node, GraphProto body, String scope, int depth) {
        boolean loop = node.type().equals("Loop");
        for (int i = loop ? 2 : 0; i < body.getInputCount() && !node.type().equals("If"); i++) {
            String inside = scope + body.getInput(i).getName();
            node.input(i).ifPresent(from -> nodes.add(Node.link(from, inside)));
        }
        graph(body, scope, depth + 1);
        List<String> outputs = node.outputs();
        for (int i = 0; i < outputs.size(); i++) {
            int at = loop ? i + 1 : i;
            if (at < body.getOutputCount()) {
                nodes.add(Node.link(scope + body.getOutput(at).getName(), outputs.get(i)));
            }
        }
    }

    private void call(NodeProto proto, FunctionProto function, String scope, int depth) {
        String inner = "call " + calls++ + " ";
        for (int i = 0; i < Math.min(function.getInputCount(), proto.getInputCount()); i++) {
            nodes.add(Node.link(Node.scoped(proto.getInput(i), scope), inner + function.getInput(i)));
        }
        function.getNodeList().forEach(node -> node(node, inner, depth + 1));
        for (int i = 0; i < Math.min(function.getOutputCount(), proto.getOutputCount()); i++) {
            nodes.add(Node.link(inner + function.getOutput(i), Node.scoped(proto.getOutput(i), scope)));
        }
    }
}
