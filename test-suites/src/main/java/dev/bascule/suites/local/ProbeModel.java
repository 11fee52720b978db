package dev.bascule.suites.local;

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
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.cache.AtomicFile;
import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.cache.Sha256;
import dev.bascule.suites.execution.PreparedCase;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tiny model that {@code doctor} runs: {@code y = relu(x · W)}, 8 by 8, with weights that no constant output fits. */
final class ProbeModel {
    private static final int SIZE = 8;

    private ProbeModel() {}

    static byte[] bytes() {
        GraphProto graph = GraphProto.newBuilder()
                .setName("probe")
                .addNode(node("MatMul", "product", "x", "W"))
                .addNode(node("Relu", "y", "product"))
                .addInitializer(weights())
                .addInput(value("x"))
                .addOutput(value("y"))
                .build();
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .setProducerName("bascule")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                .setGraph(graph)
                .build()
                .toByteArray();
    }

    /** As a case; its file is in the cache. */
    static PreparedCase prepared(CacheFolder cache) {
        byte[] model = bytes();
        String sha256 = Sha256.of(model);
        Path file = cache.models().resolve("probe-" + sha256.substring(0, 12) + ".onnx");
        AtomicFile.write(file, stream -> stream.write(model));
        return new PreparedCase(
                CaseId.of("doctor", "probe", "matmul-relu", Map.of()),
                new ModelInfo(
                        "probe",
                        sha256,
                        model.length,
                        Family.OTHER,
                        "probe",
                        Map.of("ai.onnx", 13L),
                        Map.of("MatMul", 1, "Relu", 1),
                        (long) SIZE * SIZE),
                new ModelArtifact(sha256, model.length, file.toAbsolutePath()),
                Feeds.of(Map.of("x", input())),
                List.of("y"),
                Settings.defaults(),
                Optional.empty(),
                Map.of());
    }

    /** Its input: rising from -1 to 1. */
    static Tensor input() {
        float[] values = new float[SIZE * SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = 2f * i / (values.length - 1) - 1;
        }
        return Tensor.floats(Shape.of(SIZE, SIZE), values);
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .setName(operator)
                .addAllInput(Stream.of(inputs).toList())
                .addOutput(output)
                .build();
    }

    private static TensorProto weights() {
        ByteBuffer data = ByteBuffer.allocate(SIZE * SIZE * 4).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(0, SIZE * SIZE).forEach(i -> data.putFloat((float) Math.sin(i + 1)));
        return TensorProto.newBuilder()
                .setName("W")
                .setDataType(TensorProto.DataType.FLOAT.getNumber())
                .addDims(SIZE)
                .addDims(SIZE)
                .setRawData(ByteString.copyFrom(data.flip()))
                .build();
    }

    private static ValueInfoProto value(String name) {
        TensorShapeProto.Dimension size =
                TensorShapeProto.Dimension.newBuilder().setDimValue(SIZE).build();
        TypeProto.Tensor type = TypeProto.Tensor.newBuilder()
                .setElemType(TensorProto.DataType.FLOAT.getNumber())
                .setShape(TensorShapeProto.newBuilder().addDim(size).addDim(size))
                .build();
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder().setTensorType(type))
                .build();
    }
}
