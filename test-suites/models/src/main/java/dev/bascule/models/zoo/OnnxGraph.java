package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Protos;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * Builds an ONNX graph: every method that adds something returns the name of the value, which further nodes take. Not
 * thread-safe.
 */
final class OnnxGraph {
    /** The first operator set with LayerNormalization; every engine and backend in use knows it. */
    static final int OPSET = 17;

    private final GraphProto.Builder graph;
    private static final String CONTRIB = "com.microsoft";

    private final Map<String, Weight> weights = new LinkedHashMap<>();
    private boolean contrib;

    OnnxGraph(String name) {
        this.graph = GraphProto.newBuilder().setName(name);
    }

    /** Adds an input; a dimension is a {@code Number} or the name of a symbolic one. */
    String input(String name, DataType type, Object... dims) {
        graph.addInput(Protos.typed(name, type.getNumber(), List.of(dims)));
        return name;
    }

    /** Makes a value an output under the given name; whoever reads the value reads that name from now on. */
    OnnxGraph output(String name, String value, DataType type, Object... dims) {
        graph.getNodeBuilderList().forEach(node -> {
            replace(node.getInputList(), value, name, (text, at) -> node.setInput(at, text));
            replace(node.getOutputList(), value, name, (text, at) -> node.setOutput(at, text));
        });
        graph.addOutput(Protos.typed(name, type.getNumber(), List.of(dims)));
        return this;
    }

    /** Adds a learned weight. */
    String parameter(String name, Fill fill, long... dims) {
        return weight(new Weight(name, DataType.FLOAT, boxed(dims), Weight.Role.PARAMETER, fill));
    }

    /** Adds learned codes of a few bits each, packed into bytes. */
    String codes(String name, Fill fill, long... dims) {
        return weight(new Weight(name, DataType.UINT8, boxed(dims), Weight.Role.PARAMETER, fill));
    }

    /** Adds a constant of this type, or returns the one of that name. */
    String constant(String name, DataType type, Fill fill, long... dims) {
        return weight(new Weight(name, type, boxed(dims), Weight.Role.CONSTANT, fill));
    }

    /** Adds a weight that belongs to the published model but is not learned. */
    String buffer(String name, Fill fill, long... dims) {
        return weight(new Weight(name, DataType.FLOAT, boxed(dims), Weight.Role.BUFFER, fill));
    }

    /** Adds a one-dimensional int64 constant, or returns the one of that name. */
    String longs(String name, long... values) {
        return weight(new Weight(
                name,
                DataType.INT64,
                List.of((long) values.length),
                Weight.Role.CONSTANT,
                new Fill.Longs(boxed(values))));
    }

    /** Adds a scalar int64 constant, or returns the one of that name. */
    String index(String name, long value) {
        return weight(
                new Weight(name, DataType.INT64, List.of(), Weight.Role.CONSTANT, new Fill.Longs(List.of(value))));
    }

    /** Adds a scalar float constant, or returns the one of that name. */
    String scalar(String name, float value) {
        return weight(
                new Weight(name, DataType.FLOAT, List.of(), Weight.Role.CONSTANT, new Fill.Floats(List.of(value))));
    }

    /** Adds a node with one output, called like the node. */
    String op(String type, String name, List<String> inputs, AttributeProto... attributes) {
        op(type, name, inputs, List.of(name), attributes);
        return name;
    }

    /** Adds a node with these outputs; an empty name leaves an optional one out. */
    void op(String type, String name, List<String> inputs, List<String> outputs, AttributeProto... attributes) {
        graph.addNode(Protos.node(type, name, inputs, outputs, attributes));
    }

    /** Adds a node of ONNX Runtime's own operators. */
    void contrib(String type, String name, List<String> inputs, List<String> outputs, AttributeProto... attributes) {
        graph.addNode(
                Protos.node(type, name, inputs, outputs, attributes).toBuilder().setDomain(CONTRIB));
        contrib = true;
    }

    /** The finished model. */
    OnnxModelDefinition define() {
        ModelProto model = Protos.model(OPSET, graph);
        ModelProto whole = contrib
                ? model.toBuilder()
                        .addOpsetImport(OperatorSetIdProto.newBuilder()
                                .setDomain(CONTRIB)
                                .setVersion(1))
                        .build()
                : model;
        return new OnnxModelDefinition(whole, List.copyOf(weights.values()));
    }

    private String weight(Weight weight) {
        Weight present = weights.putIfAbsent(weight.name(), weight);
        if (present != null && !present.equals(weight)) {
            throw new IllegalArgumentException("two different weights are called " + weight.name());
        }
        return weight.name();
    }

    private static void replace(List<String> names, String old, String name, ObjIntConsumer<String> set) {
        for (int index = 0; index < names.size(); index++) {
            if (names.get(index).equals(old)) {
                set.accept(name, index);
            }
        }
    }

    private static List<Long> boxed(long... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
