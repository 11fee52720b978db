package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A classifier by the nearest mean of a class, which nobody has to train: a product and a sum. */
final class Centroids {
    private Centroids() {}

    static ModelProto model(LabelledData data) {
        return model(data, 0);
    }

    /** With a weight that is no number. */
    static ModelProto spoiled(LabelledData data) {
        return model(data, Float.NaN);
    }

    /** With a convolution before it that changes nothing. */
    static ModelProto convolved(LabelledData data) {
        ModelProto plain = model(data);
        float[] middle = new float[9];
        middle[4] = 1;
        GraphProto.Builder graph = plain.getGraph().toBuilder();
        List<NodeProto> nodes = new ArrayList<>(graph.getNodeList());
        nodes.set(0, nodes.get(0).toBuilder().setInput(0, "seen").build());
        nodes.add(
                0,
                Protos.node("Conv", "conv", List.of("x", "k"), List.of("seen"), Attributes.ints("pads", 1, 1, 1, 1)));
        graph.clearNode()
                .addAllNode(nodes)
                .addInitializer(Protos.tensor("k", Tensor.floats(Shape.of(1, 1, 3, 3), middle)));
        return plain.toBuilder().setGraph(graph).build();
    }

    private static ModelProto model(LabelledData data, float first) {
        int classes = data.classes().size();
        int width = Math.toIntExact(data.sample().elements());
        float[] weights = new float[width * classes];
        float[] biases = new float[classes];
        Labelled train = data.train();
        FloatBuffer samples = train.samples().data().asFloatBuffer();
        int[] counts = new int[classes];
        double[][] means = new double[classes][width];
        for (int i = 0; i < train.count(); i++) {
            counts[train.label(i)]++;
            for (int at = 0; at < width; at++) {
                means[train.label(i)][at] += samples.get(i * width + at);
            }
        }
        for (int of = 0; of < classes; of++) {
            for (int at = 0; at < width; at++) {
                double mean = means[of][at] / counts[of];
                weights[at * classes + of] = (float) mean;
                biases[of] -= (float) (mean * mean / 2);
            }
        }
        weights[0] = Float.isNaN(first) ? first : weights[0];
        return Protos.model(
                17,
                GraphProto.newBuilder()
                        .setName("centroids")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 1L, 28L, 28L)))
                        .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, (long) classes)))
                        .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(width, classes), weights)))
                        .addInitializer(Protos.tensor("b", Tensor.floats(Shape.of(classes), biases)))
                        .addNode(Protos.node("Flatten", "flat", List.of("x"), List.of("flat")))
                        .addNode(Protos.node("MatMul", "product", List.of("flat", "w"), List.of("product")))
                        .addNode(Protos.node("Add", "sum", List.of("product", "b"), List.of("y"))));
    }

    /** The same samples with labels exchanged among each other. */
    static Path shuffled(LabelledData data, Path folder) throws IOException {
        Files.createDirectories(folder);
        Labelled mixed = data.test().withShuffledLabels(3);
        npy(
                folder.resolve("samples.npy"),
                "<f4",
                mixed.samples().shape(),
                mixed.samples().bytes());
        npy(
                folder.resolve("labels.npy"),
                "<i8",
                mixed.labels().shape(),
                mixed.labels().bytes());
        return folder;
    }

    /** The first few samples, so many times. */
    static Path repeated(LabelledData data, Path file, int few, int times) throws IOException {
        int width = Math.toIntExact(4 * data.sample().elements());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
            all.write(data.test().samples().bytes(), 0, few * width);
        }
        return npy(file, "<f4", Shape.of((long) few * times, 1, 28, 28), all.toByteArray());
    }

    static Path wrongShape(Path file) throws IOException {
        return npy(file, "<f4", Shape.of(2, 3), new byte[24]);
    }

    /** NumPy's format 1.0 (numpy.lib.format). */
    private static Path npy(Path file, String type, Shape shape, byte[] data) throws IOException {
        String dims = shape.dims().stream().map(dim -> dim + ",").reduce("", String::concat);
        String head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }".formatted(type, dims);
        int length = (10 + head.length() + 1 + 63) / 64 * 64 - 10;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (byte) length, (byte) (length >> 8)});
        bytes.write((head + " ".repeat(length - head.length() - 1) + "\n").getBytes(StandardCharsets.US_ASCII));
        bytes.write(data);
        return Files.write(file, bytes.toByteArray());
    }
}
