package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * A deep stack of residual blocks with the heads of a face mesh (Kartynnik et al. 2019, "Real-time facial surface geometry"): input
 * {@code pixel_values} [batch, 3, size, size], outputs {@code landmarks} [batch, 3 · points], {@code presence} [batch, 1] and
 * {@code scores} [batch, (size/8)²]. The last two come from sigmoids far below zero, as on a picture without a face: values of 1e-7 and
 * less, whose logits every engine rounds in its own way.
 *
 * @param imageSize side of the square input in pixels
 * @param width channels of all blocks
 * @param blocks how many residual blocks
 * @param points of the mesh
 */
record FaceMesh(int imageSize, int width, int blocks, int points) implements Architecture {
    /** What no face is worth: sigmoid(-12) is 6e-6, sigmoid(-16) 1e-7. */
    private static final float ABSENT = -12;

    private static final float FAR = -16;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String x = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        int channels = 3;
        for (int stem = 0; stem < 3; stem++) {
            x = layers.relu("stem" + stem + ".relu", convolution(graph, "stem" + stem, x, channels, 2, 1));
            channels = width;
        }
        for (int block = 0; block < blocks; block++) {
            String at = "block" + block;
            String y = layers.relu(at + ".relu1", convolution(graph, at + ".conv1", x, width, 1, 1));
            y = convolution(graph, at + ".conv2", y, width, 1, 0.5f);
            x = layers.relu(at + ".relu2", layers.add(at + ".add", y, x));
        }
        String pooled = graph.op("Flatten", "flatten", List.of(graph.op("GlobalAveragePool", "avgpool", List.of(x))));
        String landmarks = layers.gemm("landmarks.fc", pooled, width, 3L * points);
        String presence = graph.op(
                "Sigmoid",
                "presence.sigmoid",
                List.of(graph.op(
                        "Add",
                        "presence.add",
                        List.of(layers.gemm("presence.fc", pooled, width, 1), graph.scalar("absent", ABSENT)))));
        String scores = graph.op(
                "Sigmoid", "scores.sigmoid", List.of(graph.op("Flatten", "scores.flatten", List.of(head(graph, x)))));
        return graph.output("landmarks", landmarks, DataType.FLOAT, BATCH, 3 * points)
                .output("presence", presence, DataType.FLOAT, BATCH, 1)
                .output("scores", scores, DataType.FLOAT, BATCH, imageSize / 8 * (imageSize / 8))
                .define();
    }

    private String head(OnnxGraph graph, String x) {
        String weight = graph.parameter("scores.weight", Layers.lecun(width), 1, width, 1, 1);
        String bias = graph.parameter("scores.bias", new Fill.Uniform(FAR, 0), 1);
        return graph.op("Conv", "scores.conv", List.of(x, weight, bias), Attributes.ints("kernel_shape", 1, 1));
    }

    private String convolution(OnnxGraph graph, String name, String x, int in, int stride, float gain) {
        String weight = graph.parameter(name + ".weight", Layers.he(9L * in), width, in, 3, 3);
        String y = graph.op(
                "Conv",
                name,
                List.of(x, weight),
                Attributes.ints("kernel_shape", 3, 3),
                Attributes.ints("strides", stride, stride),
                Attributes.ints("pads", 1, 1, 1, 1));
        return new Layers(graph).batchNorm(name + ".bn", y, width, gain);
    }
}
