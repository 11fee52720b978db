package dev.bascule.suites.hardware;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.suites.cache.Sha256;
import dev.bascule.suites.conformance.ConformanceCase;
import dev.bascule.suites.conformance.DataSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Puts a check's model together, node by node, with what it is fed and what must come out. Belongs to one thread. */
final class CheckModel {
    static final String SUITE = "test-hardware";

    private static final long USUAL_OPSET = 17;

    private final String id;
    private final String title;
    private final GraphProto.Builder graph;
    private final Map<String, Value> inputs = new LinkedHashMap<>();
    private final Map<String, Value> expected = new LinkedHashMap<>();
    private final Map<String, Integer> operators = new TreeMap<>();
    private final Set<CapabilityId<Boolean>> shows = new LinkedHashSet<>();
    private long opset = USUAL_OPSET;
    private Tolerance tolerance = Tolerance.EXACT;
    private String leave = "";

    CheckModel(String id, String title) {
        this.id = id;
        this.title = title;
        this.graph = GraphProto.newBuilder().setName(id);
    }

    CheckModel opset(long version) {
        opset = version;
        return this;
    }

    /** What the model is fed. */
    CheckModel input(String name, Tensor tensor) {
        graph.addInput(value(name, tensor.dtype(), tensor.shape()));
        inputs.put(name, Value.of(tensor));
        return this;
    }

    /** What is part of the model. */
    CheckModel constant(String name, Tensor tensor) {
        graph.addInitializer(TensorProto.newBuilder()
                .setName(name)
                .setDataType(tensor.dtype().onnx())
                .addAllDims(tensor.shape().dims())
                .setRawData(ByteString.copyFrom(tensor.data())));
        return this;
    }

    /**
     * @param inputs divided by blanks; {@code _} is one that is left out
     */
    CheckModel node(String operator, String inputs, String output, AttributeProto... attributes) {
        NodeProto.Builder node = NodeProto.newBuilder()
                .setOpType(operator)
                .setName(operator + "_" + output)
                .addOutput(output)
                .addAllAttribute(Arrays.asList(attributes));
        for (String name : inputs.split(" ")) {
            node.addInput(name.equals("_") ? "" : name);
        }
        graph.addNode(node);
        operators.merge(operator, 1, Integer::sum);
        return this;
    }

    CheckModel output(String name, Tensor tensor) {
        graph.addOutput(value(name, tensor.dtype(), tensor.shape()));
        expected.put(name, Value.of(tensor));
        return this;
    }

    CheckModel within(Tolerance allowed) {
        tolerance = allowed;
        return this;
    }

    CheckModel shows(CapabilityId<Boolean> capability) {
        shows.add(capability);
        return this;
    }

    /** What the standard of some backends leaves open. */
    CheckModel leaves(String words) {
        leave = words;
        return this;
    }

    HardwareCheck check() {
        operators.keySet().stream()
                .filter(operator -> operators.size() == 1)
                .forEach(operator -> shows.add(dev.bascule.fallback.hardware.Capabilities.operator("", operator)));
        byte[] onnx = ModelProto.newBuilder()
                .setIrVersion(opset > USUAL_OPSET ? 10 : 8)
                .setProducerName("bascule")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
                .setGraph(graph)
                .build()
                .toByteArray();
        Tolerance allowed = tolerance;
        return new HardwareCheck(
                id,
                title,
                new ConformanceCase(
                        CaseId.of(SUITE, "check", id, Map.of()),
                        Path.of(SUITE, id),
                        new ModelInfo(
                                id,
                                Sha256.of(onnx),
                                onnx.length,
                                Family.OTHER,
                                ModelInfo.CONFORMANCE,
                                Map.of("ai.onnx", opset),
                                operators,
                                0),
                        new Program.Model(ByteBuffer.wrap(onnx)),
                        List.of(new DataSet(inputs, expected)),
                        (output, dtype) -> allowed),
                shows,
                leave);
    }

    static AttributeProto whole(String name, long value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INT)
                .setI(value)
                .build();
    }

    static AttributeProto wholes(String name, long... values) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.INTS)
                .addAllInts(Arrays.stream(values).boxed().toList())
                .build();
    }

    static AttributeProto real(String name, double value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.FLOAT)
                .setF((float) value)
                .build();
    }

    static AttributeProto word(String name, String value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.STRING)
                .setS(ByteString.copyFromUtf8(value))
                .build();
    }

    private static ValueInfoProto value(String name, DType dtype, Shape shape) {
        TensorShapeProto.Builder dims = TensorShapeProto.newBuilder();
        shape.dims().forEach(dim -> dims.addDimBuilder().setDimValue(dim));
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(dtype.onnx())
                                .setShape(dims)))
                .build();
    }
}
