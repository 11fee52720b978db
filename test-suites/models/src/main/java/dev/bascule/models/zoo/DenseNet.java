package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Dense blocks, each layer of which sees all before it (Huang et al. 2017, "Densely connected convolutional networks",
 * table 1; as torchvision's densenet121): input {@code pixel_values} [batch, 3, size, size], output {@code logits}
 * [batch, classes].
 *
 * @param imageSize side of the square input in pixels
 * @param growth channels that each layer adds; the stem has twice as many
 * @param blocks layers of each dense block
 * @param classes number of classes
 */
record DenseNet(int imageSize, int growth, List<Integer> blocks, int classes) implements Architecture {
    /** A layer's first convolution has this many times the channels of its second. */
    private static final int BOTTLENECK = 4;

    /** Averages over a picture are small. */
    private static final float LAST_GAIN = 2;

    DenseNet {
        blocks = List.copyOf(blocks);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        long channels = 2L * growth;
        String x = Convolution.of(3, channels, 7).strided(2).ofLinear(graph, "conv0", pixels);
        x = layers.relu("relu0", layers.batchNorm("norm0", x, channels));
        x = graph.op(
                "MaxPool",
                "pool0",
                List.of(x),
                Attributes.ints("kernel_shape", 3, 3),
                Attributes.ints("strides", 2, 2),
                Attributes.ints("pads", 1, 1, 1, 1));
        for (int block = 0; block < blocks.size(); block++) {
            List<String> parts = new ArrayList<>(List.of(x));
            for (int layer = 0; layer < blocks.get(block); layer++) {
                String at = "block" + block + ".layer" + layer;
                String all = parts.size() == 1 ? x : layers.joined(at + ".concat", parts);
                parts.add(layer(graph, at, all, channels + (long) layer * growth));
            }
            channels += (long) blocks.get(block) * growth;
            x = layers.joined("block" + block + ".concat", parts);
            if (block + 1 < blocks.size()) {
                x = transition(graph, "transition" + block, x, channels);
                channels /= 2;
            }
        }
        x = layers.relu("relu5", layers.batchNorm("norm5", x, channels, LAST_GAIN));
        String logits = layers.gemm("classifier", layers.averaged(x), channels, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private String layer(OnnxGraph graph, String name, String x, long channels) {
        Layers layers = new Layers(graph);
        long hidden = (long) BOTTLENECK * growth;
        String y = layers.relu(name + ".relu1", layers.batchNorm(name + ".norm1", x, channels));
        y = Convolution.of(channels, hidden, 1).ofRelu(graph, name + ".conv1", y);
        y = layers.relu(name + ".relu2", layers.batchNorm(name + ".norm2", y, hidden));
        return Convolution.of(hidden, growth, 3).ofRelu(graph, name + ".conv2", y);
    }

    private static String transition(OnnxGraph graph, String name, String x, long channels) {
        Layers layers = new Layers(graph);
        String y = layers.relu(name + ".relu", layers.batchNorm(name + ".norm", x, channels));
        y = Convolution.of(channels, channels / 2, 1).ofRelu(graph, name + ".conv", y);
        return graph.op(
                "AveragePool",
                name + ".pool",
                List.of(y),
                Attributes.ints("kernel_shape", 2, 2),
                Attributes.ints("strides", 2, 2));
    }
}
