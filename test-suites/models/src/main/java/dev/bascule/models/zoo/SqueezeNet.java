package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Fire modules: squeezed to few channels, expanded by kernels of one and of three (Iandola et al. 2016, "SqueezeNet"; as
 * torchvision's squeezenet1_1): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch,
 * classes]. The published model cuts its logits off below zero before it averages them, and so does this.
 *
 * @param imageSize side of the square input in pixels
 * @param stem channels of the first convolution
 * @param groups of fire modules, a pooling before each
 * @param classes number of classes
 */
record SqueezeNet(int imageSize, int stem, List<List<Fire>> groups, int classes) implements Architecture {

    /** Channels after squeezing, and of each of the two kernels. */
    record Fire(int squeezed, int expanded) {}

    SqueezeNet {
        groups = groups.stream().map(List::copyOf).toList();
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = new Convolution(3, stem, 3, 2, 0, 1, true).ofLinear(graph, "conv1", pixels);
        x = layers.relu("relu1", x);
        long channels = stem;
        int count = 0;
        for (int group = 0; group < groups.size(); group++) {
            x = pooled(graph, "pool" + group, x);
            for (Fire fire : groups.get(group)) {
                x = fire(graph, "fire" + count, x, channels, fire);
                channels = 2L * fire.expanded();
                count++;
            }
        }
        Convolution classifier = Convolution.of(channels, classes, 1).withBias();
        // Averages over a picture are small, so that what they are made of must not be.
        x = classifier.apply(graph, "classifier", x, Layers.afterRelu(Math.max(1, classifier.fanIn() / 16)));
        String logits = layers.averaged(layers.relu("relu_logits", x));
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    /** At 64 as at 224 pixels every picture has an odd side, so that the published {@code ceil_mode} changes nothing. */
    private static String pooled(OnnxGraph graph, String name, String x) {
        return graph.op(
                "MaxPool", name, List.of(x), Attributes.ints("kernel_shape", 3, 3), Attributes.ints("strides", 2, 2));
    }

    private static String fire(OnnxGraph graph, String name, String x, long in, Fire fire) {
        Layers layers = new Layers(graph);
        String y = Convolution.of(in, fire.squeezed(), 1).withBias().ofRelu(graph, name + ".squeeze", x);
        y = layers.relu(name + ".squeeze.relu", y);
        String one =
                Convolution.of(fire.squeezed(), fire.expanded(), 1).withBias().ofRelu(graph, name + ".expand1x1", y);
        String three =
                Convolution.of(fire.squeezed(), fire.expanded(), 3).withBias().ofRelu(graph, name + ".expand3x3", y);
        return layers.joined(
                name + ".concat",
                List.of(layers.relu(name + ".expand1x1.relu", one), layers.relu(name + ".expand3x3.relu", three)));
    }
}
