package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Half of the channels goes through unchanged, then all are shuffled (Ma et al. 2018, "ShuffleNet V2", table 5; as
 * torchvision's shufflenet_v2_x1_0): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch,
 * classes].
 *
 * @param imageSize side of the square input in pixels
 * @param stem channels of the first convolution
 * @param stages in order
 * @param head channels of the last convolution
 * @param classes number of classes
 */
record ShuffleNet(int imageSize, int stem, List<Stage> stages, int head, int classes) implements Architecture {

    /** Channels and number of units, the first of which halves the picture. */
    record Stage(int channels, int units) {}

    ShuffleNet {
        stages = List.copyOf(stages);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = Convolution.of(3, stem, 3).strided(2).ofLinear(graph, "conv1", pixels);
        x = layers.relu("conv1.relu", layers.batchNorm("conv1.bn", x, stem));
        x = graph.op(
                "MaxPool",
                "maxpool",
                List.of(x),
                Attributes.ints("kernel_shape", 3, 3),
                Attributes.ints("strides", 2, 2),
                Attributes.ints("pads", 1, 1, 1, 1));
        long channels = stem;
        int side = imageSize / 4;
        for (int stage = 0; stage < stages.size(); stage++) {
            Stage row = stages.get(stage);
            side /= 2;
            for (int unit = 0; unit < row.units(); unit++) {
                String at = "stage" + (stage + 2) + "." + unit;
                long half = row.channels() / 2;
                String joined = unit == 0 ? halving(graph, at, x, channels, half) : keeping(graph, at, x, half);
                x = shuffled(graph, at + ".shuffle", joined, row.channels(), side);
            }
            channels = row.channels();
        }
        x = Convolution.of(channels, head, 1).ofRelu(graph, "conv5", x);
        x = layers.relu("conv5.relu", layers.batchNorm("conv5.bn", x, head));
        String logits = layers.gemm("fc", layers.averaged(x), head, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private static String halving(OnnxGraph graph, String name, String x, long in, long half) {
        Layers layers = new Layers(graph);
        String y = Convolution.depthwise(in, 3).strided(2).ofRelu(graph, name + ".shortcut.depthwise", x);
        y = layers.batchNorm(name + ".shortcut.depthwise.bn", y, in);
        y = pointwise(graph, name + ".shortcut.pointwise", y, in, half, false);
        return layers.joined(name + ".concat", List.of(y, branch(graph, name, x, in, half, 2)));
    }

    private static String keeping(OnnxGraph graph, String name, String x, long half) {
        String kept = name + ".kept";
        graph.op(
                "Split",
                name + ".split",
                List.of(x, graph.longs("halves_of_" + half, half, half)),
                List.of(kept, name + ".changed"),
                Attributes.integer("axis", 1));
        String changed = branch(graph, name, name + ".changed", half, half, 1);
        return new Layers(graph).joined(name + ".concat", List.of(kept, changed));
    }

    private static String branch(OnnxGraph graph, String name, String x, long in, long half, int stride) {
        String y = pointwise(graph, name + ".pointwise1", x, in, half, true);
        y = Convolution.depthwise(half, 3).strided(stride).ofRelu(graph, name + ".depthwise", y);
        y = new Layers(graph).batchNorm(name + ".depthwise.bn", y, half);
        return pointwise(graph, name + ".pointwise2", y, half, half, false);
    }

    private static String pointwise(OnnxGraph graph, String name, String x, long in, long out, boolean bent) {
        Layers layers = new Layers(graph);
        Convolution convolution = Convolution.of(in, out, 1);
        String y = bent ? convolution.ofRelu(graph, name, x) : convolution.ofLinear(graph, name, x);
        return layers.relu(name + ".relu", layers.batchNorm(name + ".bn", y, out));
    }

    /** A channel of the first half, then one of the second, and so on. */
    private static String shuffled(OnnxGraph graph, String name, String x, long channels, int side) {
        String halves = graph.op(
                "Reshape",
                name + ".halves",
                List.of(x, graph.longs("halves_" + channels + "_" + side, 0, 2, channels / 2, side, side)));
        String turned =
                graph.op("Transpose", name + ".transpose", List.of(halves), Attributes.ints("perm", 0, 2, 1, 3, 4));
        return graph.op(
                "Reshape",
                name,
                List.of(turned, graph.longs("whole_" + channels + "_" + side, 0, channels, side, side)));
    }
}
