package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Residual convolutional network of basic blocks (He et al. 2016, "Deep residual learning for image recognition",
 * table 1, 18 layers: two blocks a stage): input {@code pixel_values} [batch, 3, size, size], output {@code logits}
 * [batch, classes].
 *
 * @param imageSize side of the square input in pixels
 * @param width channels of the first stage; doubles with each of the four stages
 * @param blocks blocks of each stage
 * @param classes number of classes
 */
record ResNet(int imageSize, int width, List<Integer> blocks, int classes) implements Architecture {
    /** Gain of a block's last normalisation: below one, so that the sum of many blocks does not grow without end. */
    private static final float RESIDUAL_GAIN = 0.5f;

    ResNet {
        blocks = List.copyOf(blocks);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = convolution(graph, "conv1", pixels, 3, width, 7, 2);
        x = layers.relu("relu", layers.batchNorm("bn1", x, width));
        x = graph.op(
                "MaxPool",
                "maxpool",
                List.of(x),
                Attributes.ints("kernel_shape", 3, 3),
                Attributes.ints("strides", 2, 2),
                Attributes.ints("pads", 1, 1, 1, 1));
        long channels = width;
        for (int stage = 0; stage < blocks.size(); stage++) {
            long out = (long) width << stage;
            for (int block = 0; block < blocks.get(stage); block++) {
                int stride = stage > 0 && block == 0 ? 2 : 1;
                x = block(graph, "layer" + (stage + 1) + "." + block, x, channels, out, stride);
                channels = out;
            }
        }
        x = graph.op("GlobalAveragePool", "avgpool", List.of(x));
        x = graph.op("Flatten", "flatten", List.of(x));
        String logits = layers.gemm("fc", x, channels, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private static String block(OnnxGraph graph, String name, String x, long in, long out, int stride) {
        Layers layers = new Layers(graph);
        String y = convolution(graph, name + ".conv1", x, in, out, 3, stride);
        y = layers.relu(name + ".relu1", layers.batchNorm(name + ".bn1", y, out));
        y = convolution(graph, name + ".conv2", y, out, out, 3, 1);
        y = layers.batchNorm(name + ".bn2", y, out, RESIDUAL_GAIN);
        String shortcut = x;
        if (stride != 1 || in != out) {
            shortcut = convolution(graph, name + ".downsample.conv", x, in, out, 1, stride);
            shortcut = layers.batchNorm(name + ".downsample.bn", shortcut, out);
        }
        return layers.relu(name + ".relu2", layers.add(name + ".add", y, shortcut));
    }

    private static String convolution(
            OnnxGraph graph, String name, String x, long in, long out, int kernel, int stride) {
        int pad = kernel / 2;
        String weight = graph.parameter(name + ".weight", Layers.he(in * kernel * kernel), out, in, kernel, kernel);
        return graph.op(
                "Conv",
                name,
                List.of(x, weight),
                Attributes.ints("kernel_shape", kernel, kernel),
                Attributes.ints("strides", stride, stride),
                Attributes.ints("pads", pad, pad, pad, pad));
    }
}
