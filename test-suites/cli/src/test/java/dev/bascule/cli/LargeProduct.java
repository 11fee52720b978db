package dev.bascule.cli;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A model whose activations take as much memory as a test says. Stateless. */
final class LargeProduct {
    private LargeProduct() {}

    /** {@code y = max over columns of (x · w)}: the product is as many MiB a row as said, all else next to nothing. */
    static Path in(Path folder, int mebibytesPerRow) throws IOException {
        long side = 512L * (long) Math.sqrt(mebibytesPerRow);
        List<Object> rows = List.of("batch", 1, 1);
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("product")
                .addInput(Protos.typed("x", DType.FLOAT32, rows))
                .addInitializer(ones("tall", Shape.of(1, side, 1)))
                .addInitializer(ones("wide", Shape.of(1, 1, side)))
                .addNode(Protos.node("Mul", "column", List.of("x", "tall"), List.of("column")))
                .addNode(Protos.node("Mul", "square", List.of("column", "wide"), List.of("square")))
                .addNode(Protos.node("ReduceMax", "y", List.of("square"), List.of("y"), Attributes.ints("axes", 1, 2)))
                .addOutput(Protos.typed("y", DType.FLOAT32, rows));
        ModelProto model = Protos.model(13, graph);
        return Files.write(folder.resolve("product" + mebibytesPerRow + ".onnx"), model.toByteArray());
    }

    private static TensorProto ones(String name, Shape shape) {
        float[] ones = new float[Math.toIntExact(shape.elements())];
        Arrays.fill(ones, 1);
        return Protos.tensor(name, Tensor.floats(shape, ones));
    }
}
