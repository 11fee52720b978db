package dev.bascule.models.zoo;

import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.List;

/**
 * A square convolution.
 *
 * @param in channels before
 * @param out channels after
 * @param kernel side of the kernel
 * @param stride in both directions
 * @param pad on every side
 * @param groups that see each other not
 * @param biased whether it has a bias
 */
record Convolution(long in, long out, int kernel, int stride, int pad, long groups, boolean biased) {

    /** One that keeps the picture's size, without a bias. */
    static Convolution of(long in, long out, int kernel) {
        return new Convolution(in, out, kernel, 1, kernel / 2, 1, false);
    }

    /** Each channel for itself. */
    static Convolution depthwise(long channels, int kernel) {
        return new Convolution(channels, channels, kernel, 1, kernel / 2, channels, false);
    }

    /** One that cuts a picture into pieces that do not overlap, with a bias. */
    static Convolution patches(long in, long out, int side) {
        return new Convolution(in, out, side, side, 0, 1, true);
    }

    Convolution strided(int by) {
        return new Convolution(in, out, kernel, by, pad, groups, biased);
    }

    Convolution unpadded() {
        return new Convolution(in, out, kernel, stride, 0, groups, biased);
    }

    Convolution withBias() {
        return new Convolution(in, out, kernel, stride, pad, groups, true);
    }

    /** How many numbers add up to one. */
    long fanIn() {
        return in / groups * kernel * kernel;
    }

    String apply(OnnxGraph graph, String name, String x, Fill fill) {
        List<String> inputs =
                new ArrayList<>(List.of(x, graph.parameter(name + ".weight", fill, out, in / groups, kernel, kernel)));
        if (biased) {
            inputs.add(graph.parameter(name + ".bias", Layers.bias(), out));
        }
        return graph.op(
                "Conv",
                name,
                inputs,
                Attributes.ints("kernel_shape", kernel, kernel),
                Attributes.ints("strides", stride, stride),
                Attributes.ints("pads", pad, pad, pad, pad),
                Attributes.integer("group", groups));
    }

    /** Of what a normalisation or nothing left as it was. */
    String ofLinear(OnnxGraph graph, String name, String x) {
        return apply(graph, name, x, Layers.lecun(fanIn()));
    }

    /** Of what went through a ReLU. */
    String ofRelu(OnnxGraph graph, String name, String x) {
        return apply(graph, name, x, Layers.afterRelu(fanIn()));
    }

    /** Of what went through a SiLU. */
    String ofSilu(OnnxGraph graph, String name, String x) {
        return apply(graph, name, x, Layers.afterSilu(fanIn()));
    }
}
