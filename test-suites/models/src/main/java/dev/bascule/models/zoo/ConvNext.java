package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Depthwise convolutions of seven by seven with a perceptron for each pixel (Liu et al. 2022, "A ConvNet for the 2020s";
 * as torchvision's convnext_tiny): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch,
 * classes].
 *
 * @param imageSize side of the square input in pixels
 * @param stages in order, each of which halves the picture but the first, which takes pieces of four by four
 * @param classes number of classes
 */
record ConvNext(int imageSize, List<Stage> stages, int classes) implements Architecture {
    private static final float EPSILON = 1e-6f;
    private static final int KERNEL = 7;
    private static final int WIDER = 4;

    /** Channels and number of blocks. */
    record Stage(int channels, int blocks) {}

    ConvNext {
        stages = List.copyOf(stages);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        long channels = stages.get(0).channels();
        String x = Convolution.patches(3, channels, 4).ofLinear(graph, "stem.conv", pixels);
        x = normalised(graph, "stem.norm", x, channels);
        for (int stage = 0; stage < stages.size(); stage++) {
            String at = "stage" + stage;
            long out = stages.get(stage).channels();
            if (stage > 0) {
                x = normalised(graph, at + ".downsample.norm", x, channels);
                x = Convolution.patches(channels, out, 2).ofLinear(graph, at + ".downsample.conv", x);
                channels = out;
            }
            for (int block = 0; block < stages.get(stage).blocks(); block++) {
                x = block(graph, at + "." + block, x, channels);
            }
        }
        String pooled = layers.layerNorm("norm", layers.averaged(x), channels, EPSILON);
        return graph.output(
                        "logits", layers.gemm("classifier", pooled, channels, classes), DataType.FLOAT, BATCH, classes)
                .define();
    }

    private static String block(OnnxGraph graph, String name, String x, long channels) {
        Layers layers = new Layers(graph);
        String y = Convolution.depthwise(channels, KERNEL).withBias().ofLinear(graph, name + ".depthwise", x);
        y = turned(graph, name + ".last", y, 0, 2, 3, 1);
        y = layers.layerNorm(name + ".norm", y, channels, EPSILON);
        y = layers.gelu(name + ".gelu", layers.linear(name + ".up", y, channels, WIDER * channels));
        y = layers.linear(name + ".down", y, WIDER * channels, channels);
        String scale = graph.parameter(name + ".layer_scale", Layers.gain(0.5f), channels, 1, 1);
        y = graph.op("Mul", name + ".scaled", List.of(turned(graph, name + ".first", y, 0, 3, 1, 2), scale));
        return layers.add(name + ".add", y, x);
    }

    /** Layer normalisation over the channels, which stand first. */
    private static String normalised(OnnxGraph graph, String name, String x, long channels) {
        String last = turned(graph, name + ".last", x, 0, 2, 3, 1);
        return turned(graph, name + ".first", new Layers(graph).layerNorm(name, last, channels, EPSILON), 0, 3, 1, 2);
    }

    private static String turned(OnnxGraph graph, String name, String x, long... permutation) {
        return graph.op("Transpose", name, List.of(x), Attributes.ints("perm", permutation));
    }
}
