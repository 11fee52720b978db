package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The three products of a convolution, each of which is the gradient of the other two. A large array [batch, channels, …], a small one
 * [batch, others, …] and weights [others, channels / group, …kernel]: Conv makes the small one of the others, ConvTranspose the
 * large one. Immutable.
 */
record Correlation(Operators on, Window window, long group) {

    /** The small one: what Conv computes. */
    Symbol small(Symbol large, Symbol weights) {
        if (window.rank() == 1) {
            return line(picture().small(raised(large), raised(weights)));
        }
        Symbol whole = on.graph()
                .op(
                        "Conv",
                        List.of(large, weights),
                        window.kernel(),
                        window.strides(),
                        window.dilations(),
                        window.pads(),
                        Attributes.integer("group", group));
        return cropped(whole, window.axes().stream().map(Window.Axis::small).toList());
    }

    /** The large one: what ConvTranspose computes. */
    Symbol large(Symbol small, Symbol weights) {
        if (window.rank() == 1) {
            return line(picture().large(raised(small), raised(weights)));
        }
        // Chromium's WebNN on LiteRT ends in a trap where there are pads and output_padding.
        boolean isCut = window.axes().stream().anyMatch(axis -> axis.rest() != 0)
                && window.axes().stream().anyMatch(Window.Axis::isPadded);
        Window bare = isCut ? window.withoutPads() : window;
        Symbol whole = on.graph()
                .op(
                        "ConvTranspose",
                        List.of(small, weights),
                        bare.kernel(),
                        bare.strides(),
                        bare.dilations(),
                        bare.pads(),
                        Attributes.ints(
                                "output_padding",
                                bare.axes().stream()
                                        .mapToLong(Window.Axis::rest)
                                        .toArray()),
                        Attributes.integer("group", group));
        Symbol part = whole;
        for (int i = 0; i < window.rank() && isCut; i++) {
            Window.Axis axis = window.axes().get(i);
            if (axis.before() != 0 || part.dim(i + 2) != axis.large()) {
                part = on.slice(part, i + 2, axis.before(), axis.before() + axis.large());
            }
        }
        return part;
    }

    /**
     * The weights: a convolution of the large array with the small one as its weights, in which batch and channels have changed
     * places, and so have strides and dilations.
     */
    Symbol weights(Symbol large, Symbol small) {
        if (window.rank() == 1) {
            return line(picture().weights(raised(large), raised(small)));
        }
        long batch = large.dim(0);
        long share = large.dim(1) / group;
        Symbol input = large;
        if (group > 1) {
            input = on.reshape(input, with(List.of(batch, group, share), ConvRule.spatial(large)));
            input = on.transpose(input, order(input.rank(), 2, 1, 0));
            input = on.reshape(input, with(List.of(share, group * batch), ConvRule.spatial(large)));
        } else {
            input = on.transpose(input, order(input.rank(), 1, 0));
        }
        Symbol whole = on.graph()
                .op(
                        "Conv",
                        List.of(input, on.transpose(small, order(small.rank(), 1, 0))),
                        Attributes.ints(
                                "kernel_shape",
                                window.axes().stream()
                                        .mapToLong(Window.Axis::small)
                                        .toArray()),
                        Attributes.ints(
                                "strides",
                                window.axes().stream()
                                        .mapToLong(Window.Axis::dilation)
                                        .toArray()),
                        Attributes.ints(
                                "dilations",
                                window.axes().stream()
                                        .mapToLong(Window.Axis::stride)
                                        .toArray()),
                        window.pads(),
                        Attributes.integer("group", group));
        // What no window came to made the kernel larger than it is.
        Symbol kernel =
                cropped(whole, window.axes().stream().map(Window.Axis::kernel).toList());
        return on.transpose(kernel, order(kernel.rank(), 1, 0));
    }

    /** What a bias that is added to each channel gets of the gradient [batch, channels, …]. */
    static Symbol bias(Operators on, Symbol gradient) {
        return on.reduceSum(gradient, false, Operators.others(gradient.rank(), 1));
    }

    private Correlation picture() {
        return new Correlation(on, window.asPicture(), group);
    }

    private Symbol raised(Symbol line) {
        return on.reshape(line, Shape.of(line.dim(0), line.dim(1), 1, line.dim(2)));
    }

    private Symbol line(Symbol picture) {
        return on.reshape(picture, Shape.of(picture.dim(0), picture.dim(1), picture.dim(3)));
    }

    private Symbol cropped(Symbol whole, List<Long> sizes) {
        Symbol part = whole;
        for (int i = 0; i < sizes.size(); i++) {
            if (part.dim(i + 2) != sizes.get(i)) {
                part = on.slice(part, i + 2, 0, sizes.get(i));
            }
        }
        return part;
    }

    private static Shape with(List<Long> first, List<Long> rest) {
        List<Long> dims = new ArrayList<>(first);
        dims.addAll(rest);
        return new Shape(dims);
    }

    /** All axes in order, but the first ones in this one. */
    private static long[] order(int rank, long... first) {
        return LongStream.concat(LongStream.of(first), LongStream.range(first.length, rank))
                .toArray();
    }
}
