package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * A convolution and blocks of depthwise separable ones over a log-mel picture of a sound (Howard et al. 2017,
 * "MobileNets"): as DS-CNN for keywords (Zhang et al. 2017, "Hello Edge") and as YAMNet for sounds of all kinds. Input
 * {@code input_features} [batch, mels, frames], output {@code logits} [batch, classes].
 *
 * @param mels mel bands
 * @param frames log-mel frames of 10 ms
 * @param stem the first convolution
 * @param blocks the separable convolutions in order
 * @param classes number of classes
 * @param biased whether convolutions have biases and normalisations gains, as DS-CNN's have and YAMNet's have not
 */
record SeparableNet(int mels, int frames, Stem stem, List<Block> blocks, int classes, boolean biased)
        implements Architecture {

    /** Channels, kernel over mel bands and over frames, stride in both. */
    record Stem(int channels, int kernelMels, int kernelFrames, int stride) {}

    /** Channels of the pointwise and stride of the depthwise convolution. */
    record Block(int channels, int stride) {}

    SeparableNet {
        blocks = List.copyOf(blocks);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String features = graph.input("input_features", DataType.FLOAT, BATCH, mels, frames);
        String x = graph.op("Reshape", "picture", List.of(features, graph.longs("picture_shape", 0, 1, mels, frames)));
        Plane plane = new Plane(mels, frames, 1);
        x = convolution(
                graph, "stem", x, plane, stem.channels(), stem.kernelMels(), stem.kernelFrames(), stem.stride(), 1);
        plane = plane.after(stem.stride(), stem.channels());
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            String at = "block" + i;
            x = convolution(
                    graph, at + ".depthwise", x, plane, plane.channels(), 3, 3, block.stride(), plane.channels());
            plane = plane.after(block.stride(), plane.channels());
            x = convolution(graph, at + ".pointwise", x, plane, block.channels(), 1, 1, 1, 1);
            plane = plane.after(1, block.channels());
        }
        x = graph.op("GlobalAveragePool", "avgpool", List.of(x));
        x = graph.op("Flatten", "flatten", List.of(x));
        String logits = new Layers(graph).gemm("classifier", x, plane.channels(), classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private record Plane(int height, int width, int channels) {
        Plane after(int stride, int out) {
            return new Plane((height + stride - 1) / stride, (width + stride - 1) / stride, out);
        }
    }

    /** A convolution that keeps the plane's size but for its stride, normalised, then ReLU. */
    private String convolution(
            OnnxGraph graph,
            String name,
            String x,
            Plane plane,
            int out,
            int kernelHeight,
            int kernelWidth,
            int stride,
            int groups) {
        Layers layers = new Layers(graph);
        int in = plane.channels() / groups;
        Fill fill = Layers.he((long) in * kernelHeight * kernelWidth);
        String weight = graph.parameter(name + ".weight", fill, out, in, kernelHeight, kernelWidth);
        List<String> inputs =
                biased ? List.of(x, weight, graph.parameter(name + ".bias", Layers.bias(), out)) : List.of(x, weight);
        int high = padding(plane.height(), kernelHeight, stride);
        int wide = padding(plane.width(), kernelWidth, stride);
        String y = graph.op(
                "Conv",
                name + ".conv",
                inputs,
                Attributes.ints("kernel_shape", kernelHeight, kernelWidth),
                Attributes.ints("strides", stride, stride),
                Attributes.ints("pads", high / 2, wide / 2, high - high / 2, wide - wide / 2),
                Attributes.integer("group", groups));
        String normal = biased ? layers.batchNorm(name + ".bn", y, out) : layers.batchShift(name + ".bn", y, out);
        return layers.relu(name + ".relu", normal);
    }

    private static int padding(int size, int kernel, int stride) {
        return Math.max(0, ((size + stride - 1) / stride - 1) * stride + kernel - size);
    }
}
