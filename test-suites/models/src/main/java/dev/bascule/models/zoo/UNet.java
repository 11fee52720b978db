package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * An encoder, a decoder, and bridges between their levels (Ronneberger et al. 2015, "U-Net"; with normalisations and the
 * dimensions of Buda et al. 2019, "Association of genomic subtypes of lower-grade gliomas with shape features", published
 * as mateuszbuda/brain-segmentation-pytorch): input {@code pixel_values} [batch, 3, size, size], output {@code mask}
 * [batch, 1, size, size] of probabilities.
 *
 * @param imageSize side of the square input in pixels; halved without a remainder at each level
 * @param width channels of the first level; doubles with each
 * @param levels above the lowest
 */
record UNet(int imageSize, int width, int levels) implements Architecture {

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String x = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        Deque<String> bridges = new ArrayDeque<>();
        long channels = 3;
        for (int level = 0; level < levels; level++) {
            long out = (long) width << level;
            x = level(graph, "encoder" + (level + 1), x, channels, out);
            channels = out;
            bridges.push(x);
            x = graph.op(
                    "MaxPool",
                    "pool" + (level + 1),
                    List.of(x),
                    Attributes.ints("kernel_shape", 2, 2),
                    Attributes.ints("strides", 2, 2));
        }
        x = level(graph, "bottleneck", x, channels, 2 * channels);
        channels *= 2;
        for (int level = levels; level > 0; level--) {
            long out = channels / 2;
            String up = enlarged(graph, "upconv" + level, x, channels, out);
            String both = layers.joined("concat" + level, List.of(up, bridges.pop()));
            x = level(graph, "decoder" + level, both, channels, out);
            channels = out;
        }
        String last = Convolution.of(channels, 1, 1).withBias().ofRelu(graph, "conv", x);
        return graph.output(
                        "mask",
                        graph.op("Sigmoid", "sigmoid", List.of(last)),
                        DataType.FLOAT,
                        BATCH,
                        1,
                        imageSize,
                        imageSize)
                .define();
    }

    /** Two convolutions. */
    private static String level(OnnxGraph graph, String name, String x, long in, long out) {
        Layers layers = new Layers(graph);
        String y = Convolution.of(in, out, 3).ofRelu(graph, name + ".conv1", x);
        y = layers.relu(name + ".relu1", layers.batchNorm(name + ".norm1", y, out));
        y = Convolution.of(out, out, 3).ofRelu(graph, name + ".conv2", y);
        return layers.relu(name + ".relu2", layers.batchNorm(name + ".norm2", y, out));
    }

    /** Each pixel becomes a square of four. */
    private static String enlarged(OnnxGraph graph, String name, String x, long in, long out) {
        return graph.op(
                "ConvTranspose",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", Layers.he(in), in, out, 2, 2),
                        graph.parameter(name + ".bias", Layers.bias(), out)),
                Attributes.ints("kernel_shape", 2, 2),
                Attributes.ints("strides", 2, 2));
    }
}
