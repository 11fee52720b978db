package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A small model with a convolution that is known to be wrong on onnxruntime-web's WebGPU: kernel 3, 9 channels. */
public final class RepeatedFault {
    private static final int CHANNELS = 9;

    private RepeatedFault() {}

    /** Writes it as a folder. */
    public static Path write(Path folder) throws IOException {
        Files.createDirectories(folder);
        GraphProto graph = GraphProto.newBuilder()
                .setName("convolution")
                .addInput(Protos.typed("x", noise(1, CHANNELS, 8)))
                .addInitializer(Protos.tensor("w", noise(4, CHANNELS, 3)))
                .addNode(NodeProto.newBuilder().setOpType("Neg").addInput("x").addOutput("n"))
                .addNode(NodeProto.newBuilder()
                        .setOpType("Conv")
                        .addInput("n")
                        .addInput("w")
                        .addOutput("c"))
                .addNode(NodeProto.newBuilder().setOpType("Abs").addInput("c").addOutput("y"))
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .build();
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(graph)
                .build();
        Files.write(folder.resolve("model.onnx"), model.toByteArray());
        return folder;
    }

    private static Tensor noise(long... dims) {
        Shape shape = Shape.of(dims);
        Random random = new Random(5);
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int index = 0; index < values.length; index++) {
            values[index] = (float) random.nextGaussian();
        }
        return Tensor.floats(shape, values);
    }
}
