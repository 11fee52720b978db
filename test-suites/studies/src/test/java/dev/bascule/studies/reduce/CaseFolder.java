package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small cases in the ONNX backend-test layout. */
public record CaseFolder(Path folder) {

    /** {@code y = Relu(x)} over two floats. */
    public static CaseFolder relu(Path folder) throws IOException {
        Tensor two = Tensor.floats(Shape.of(2), new float[2]);
        return write(
                folder,
                GraphProto.newBuilder()
                        .setName("relu")
                        .addInput(Protos.typed("x", two))
                        .addNode(NodeProto.newBuilder()
                                .setOpType("Relu")
                                .addInput("x")
                                .addOutput("y"))
                        .addOutput(Protos.ofType("y", DType.FLOAT32)));
    }

    /** A sequence goes in, and comes out again. */
    public static CaseFolder sequence(Path folder) throws IOException {
        TypeProto floats = TypeProto.newBuilder()
                .setTensorType(TypeProto.Tensor.newBuilder().setElemType(DType.FLOAT32.onnx()))
                .build();
        return write(
                folder,
                GraphProto.newBuilder()
                        .setName("sequence")
                        .addInput(ValueInfoProto.newBuilder()
                                .setName("seq")
                                .setType(TypeProto.newBuilder()
                                        .setSequenceType(
                                                TypeProto.Sequence.newBuilder().setElemType(floats))))
                        .addNode(NodeProto.newBuilder()
                                .setOpType("ConcatFromSequence")
                                .addInput("seq")
                                .addOutput("y"))
                        .addOutput(Protos.ofType("y", DType.FLOAT32)));
    }

    private static CaseFolder write(Path folder, GraphProto.Builder graph) throws IOException {
        Files.createDirectories(folder);
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(graph)
                .build();
        Files.write(folder.resolve("model.onnx"), model.toByteArray());
        return new CaseFolder(folder);
    }

    /** A data set of one input and one output. */
    public CaseFolder set(int number, float[] input, float[] expected) throws IOException {
        Path set = Files.createDirectories(folder.resolve("test_data_set_" + number));
        Files.write(set.resolve("input_0.pb"), tensor("x", input));
        Files.write(set.resolve("output_0.pb"), tensor("y", expected));
        return this;
    }

    private static byte[] tensor(String name, float[] values) {
        return Protos.tensor(name, Tensor.floats(Shape.of(values.length), values))
                .toByteArray();
    }
}
