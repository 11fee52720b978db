package dev.bascule.suites.zoo;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
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

    static final int IR_VERSION = 8;

    private final GraphProto.Builder graph;
    private final Map<String, Weight> weights = new LinkedHashMap<>();

    OnnxGraph(String name) {
        this.graph = GraphProto.newBuilder().setName(name);
    }

    /** Adds an input; a dimension is a {@code Number} or the name of a symbolic one. */
    String input(String name, DataType type, Object... dims) {
        graph.addInput(value(name, type, dims));
        return name;
    }

    /** Makes a value an output under the given name; whoever reads the value reads that name from now on. */
    OnnxGraph output(String name, String value, DataType type, Object... dims) {
        graph.getNodeBuilderList().forEach(node -> {
            replace(node.getInputList(), value, name, (text, at) -> node.setInput(at, text));
            replace(node.getOutputList(), value, name, (text, at) -> node.setOutput(at, text));
        });
        graph.addOutput(value(name, type, dims));
        return this;
    }

    /** Adds a learned weight. */
    String parameter(String name, Fill fill, long... dims) {
        return weight(new Weight(name, DataType.FLOAT, boxed(dims), Weight.Role.PARAMETER, fill));
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
        graph.addNode(NodeProto.newBuilder()
                .setOpType(type)
                .setName(name)
                .addAllInput(inputs)
                .addOutput(name)
                .addAllAttribute(Arrays.asList(attributes)));
        return name;
    }

    /** Adds a node with these outputs; an empty name leaves an optional one out. */
    void op(String type, String name, List<String> inputs, List<String> outputs, AttributeProto... attributes) {
        graph.addNode(NodeProto.newBuilder()
                .setOpType(type)
                .setName(name)
                .addAllInput(inputs)
                .addAllOutput(outputs)
                .addAllAttribute(Arrays.asList(attributes)));
    }

    /** The finished model. */
    OnnxModelDefinition define() {
        ModelProto skeleton = ModelProto.newBuilder()
                .setIrVersion(IR_VERSION)
                .setProducerName("bascule")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
                .setGraph(graph)
                .build();
        return new OnnxModelDefinition(skeleton, List.copyOf(weights.values()));
    }

    static AttributeProto ints(String name, long... values) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INTS)
                .addAllInts(boxed(values))
                .build();
    }

    static AttributeProto integer(String name, long value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INT)
                .setI(value)
                .build();
    }

    static AttributeProto real(String name, float value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.FLOAT)
                .setF(value)
                .build();
    }

    static AttributeProto text(String name, String value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.STRING)
                .setS(ByteString.copyFromUtf8(value))
                .build();
    }

    private String weight(Weight weight) {
        Weight present = weights.putIfAbsent(weight.name(), weight);
        if (present != null && !present.equals(weight)) {
            throw new IllegalArgumentException("two different weights are called " + weight.name());
        }
        return weight.name();
    }

    private static ValueInfoProto value(String name, DataType type, Object... dims) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        for (Object dim : dims) {
            TensorShapeProto.Dimension.Builder dimension = shape.addDimBuilder();
            if (dim instanceof Number size) {
                dimension.setDimValue(size.longValue());
            } else {
                dimension.setDimParam(dim.toString());
            }
        }
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(type.getNumber())
                                .setShape(shape)))
                .build();
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
