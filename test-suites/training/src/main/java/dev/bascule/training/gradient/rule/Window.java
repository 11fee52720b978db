package dev.bascule.training.gradient.rule;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.GraphNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The window of a convolution or pooling, one {@link Axis} for each spatial axis. Immutable.
 *
 * @param axes from the outermost to the innermost
 */
record Window(List<Axis> axes) {
    Window {
        axes = List.copyOf(axes);
    }

    /**
     * The window along one axis.
     *
     * @param large the size that the window moves over
     * @param small how many places it takes
     * @param kernel its cells
     * @param before padding in front of the large side
     * @param after padding behind it; negative where the last window ends before the large side does
     */
    record Axis(long large, long small, long kernel, long stride, long dilation, long before, long after) {
        /** From its first cell to its last, both included. */
        long reach() {
            return (kernel - 1) * dilation + 1;
        }

        /** How much of the padded large side no window comes to. */
        long rest() {
            return large + before + after - (stride * (small - 1) + reach());
        }

        boolean isPadded() {
            return before != 0 || after != 0;
        }

        /** With the padding as a part of the large side, as far as windows come to it at least. */
        Axis withoutPads() {
            long covered = stride * (small - 1) + reach();
            return new Axis(Math.max(covered, before + large), small, kernel, stride, dilation, 0, 0);
        }

        /** Whether windows lie side by side, without overlap or gap. */
        boolean isTiled() {
            return kernel == stride && dilation == 1;
        }
    }

    /** Of Conv and poolings: from their input, which is large, to their output. */
    static Window over(GraphNode node, List<Long> large, List<Long> small, List<Long> kernel) {
        List<Axis> axes = new ArrayList<>();
        String padding = node.text("auto_pad", "NOTSET");
        for (int i = 0; i < kernel.size(); i++) {
            long reach = (kernel.get(i) - 1) * at(node, "dilations", i, 1) + 1;
            long total = Math.max(0, (small.get(i) - 1) * at(node, "strides", i, 1) + reach - large.get(i));
            axes.add(axis(node, i, large.get(i), small.get(i), kernel, padding, total));
        }
        return new Window(axes);
    }

    /**
     * Of ConvTranspose: from its output, which is large, to its input.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} where its size is given by {@code output_shape}
     */
    static Window under(GraphNode node, List<Long> large, List<Long> small, List<Long> kernel) {
        if (node.attribute("output_shape").isPresent()) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "no gradient is known of a ConvTranspose with output_shape",
                    "export it with pads and output_padding");
        }
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < kernel.size(); i++) {
            long reach = (kernel.get(i) - 1) * at(node, "dilations", i, 1) + 1;
            long whole = at(node, "strides", i, 1) * (small.get(i) - 1) + at(node, "output_padding", i, 0) + reach;
            axes.add(axis(
                    node,
                    i,
                    large.get(i),
                    small.get(i),
                    kernel,
                    node.text("auto_pad", "NOTSET"),
                    whole - large.get(i)));
        }
        return new Window(axes);
    }

    private static Axis axis(
            GraphNode node, int i, long large, long small, List<Long> kernel, String padding, long total) {
        long before = 0;
        long after = 0;
        if (padding.startsWith("SAME")) {
            before = padding.equals("SAME_UPPER") ? total / 2 : total - total / 2;
            after = total - before;
        } else if (!padding.equals("VALID")) {
            before = at(node, "pads", i, 0);
            after = at(node, "pads", i + kernel.size(), 0);
        }
        return new Axis(
                large, small, kernel.get(i), at(node, "strides", i, 1), at(node, "dilations", i, 1), before, after);
    }

    private static long at(GraphNode node, String name, int index, long otherwise) {
        return node.integers(name)
                .filter(all -> index < all.size())
                .map(all -> all.get(index))
                .orElse(otherwise);
    }

    /** One more axis in front, of size 1: a convolution over a line becomes one over a picture, which more backends compute right. */
    Window asPicture() {
        List<Axis> two = new ArrayList<>(axes);
        two.add(0, new Axis(1, 1, 1, 1, 1, 0, 0));
        return new Window(two);
    }

    Window withoutPads() {
        return new Window(axes.stream().map(Axis::withoutPads).toList());
    }

    int rank() {
        return axes.size();
    }

    /** How many cells it has. */
    long cells() {
        return axes.stream().mapToLong(Axis::kernel).reduce(1, Math::multiplyExact);
    }

    /** How many places it takes. */
    long places() {
        return axes.stream().mapToLong(Axis::small).reduce(1, Math::multiplyExact);
    }

    AttributeProto kernel() {
        return Attributes.ints(
                "kernel_shape", axes.stream().mapToLong(Axis::kernel).toArray());
    }

    AttributeProto strides() {
        return Attributes.ints("strides", axes.stream().mapToLong(Axis::stride).toArray());
    }

    AttributeProto dilations() {
        return Attributes.ints(
                "dilations", axes.stream().mapToLong(Axis::dilation).toArray());
    }

    AttributeProto pads() {
        return Attributes.ints(
                "pads",
                LongStream.concat(
                                axes.stream().mapToLong(Axis::before),
                                axes.stream().mapToLong(Axis::after))
                        .toArray());
    }
}
