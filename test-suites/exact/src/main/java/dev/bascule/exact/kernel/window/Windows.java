package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a kernel is laid on the spatial dimensions of an array, as pooling and convolutions lay it. The spatial dimensions together
 * are a plane, however many they are. Immutable and thread-safe.
 */
public record Windows(List<Axis> axes) {

    public Windows {
        axes = List.copyOf(axes);
    }

    /**
     * One spatial dimension.
     *
     * @param in size of the array
     * @param kernel how many cells the kernel has
     * @param stride from one window to the next
     * @param dilation from one cell of the kernel to the next
     * @param before padding before the array's first element, where the first window starts
     * @param after padding after its last element; a window of ceil_mode may reach beyond it
     * @param out how many windows there are
     */
    public record Axis(int in, int kernel, int stride, int dilation, int before, int after, int out) {
        public Axis {
            if (kernel < 1 || stride < 1 || dilation < 1) {
                throw new IllegalArgumentException(
                        "a window of %d cells, %d apart, at steps of %d".formatted(kernel, dilation, stride));
            }
        }

        /** Where the window's cell lies on the array: before it if negative, behind it from its size on. */
        public int at(int window, int cell) {
            return window * stride - before + cell * dilation;
        }

        /** How far the kernel reaches, its gaps included. */
        int reach() {
            return (kernel - 1) * dilation + 1;
        }
    }

    /**
     * By the attributes strides, dilations, pads, auto_pad and ceil_mode.
     *
     * @param in spatial sizes of the array
     * @param kernel the kernel's
     */
    public static Windows of(Call call, int[] in, int... kernel) {
        int[] strides = sizes(call, "strides", in.length, 1);
        int[] dilations = sizes(call, "dilations", in.length, 1);
        int[] pads = sizes(call, "pads", 2 * in.length, 0);
        String padding = call.text("auto_pad", "NOTSET");
        fit(call, in, kernel);
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < in.length; i++) {
            Axis bare = new Axis(in[i], kernel[i], strides[i], dilations[i], 0, 0, 0);
            axes.add(
                    switch (padding) {
                        case "NOTSET", "" -> padded(bare, pads[i], pads[i + in.length], call.flag("ceil_mode"));
                        // ONNX's formulas for VALID, and for SAME, give the same with ceil_mode and without.
                        case "VALID" -> padded(bare, 0, 0, false);
                        case "SAME_UPPER", "SAME_LOWER" -> same(bare, padding.equals("SAME_UPPER"));
                        default -> throw new UnsupportedOperatorException("auto_pad " + padding);
                    });
        }
        return new Windows(axes);
    }

    private static Axis padded(Axis bare, int before, int after, boolean ceil) {
        int room = bare.in + before + after - bare.reach();
        int steps = ceil ? -Math.floorDiv(-room, bare.stride) : Math.floorDiv(room, bare.stride);
        if (ceil && steps * bare.stride >= bare.in + before) {
            // It would start behind the last element.
            steps--;
        }
        if (steps < 0 && bare.in > 0) {
            throw new IllegalArgumentException("a window that reaches over %d does not fit into %d"
                    .formatted(bare.reach(), bare.in + before + after));
        }
        return with(bare, before, after, Math.max(0, steps + 1));
    }

    private static Axis same(Axis bare, boolean upper) {
        int out = (bare.in + bare.stride - 1) / bare.stride;
        int total = Math.max(0, (out - 1) * bare.stride + bare.reach() - bare.in);
        int before = upper ? total / 2 : total - total / 2;
        return with(bare, before, total - before, out);
    }

    private static Axis with(Axis bare, int before, int after, int out) {
        return new Axis(bare.in, bare.kernel, bare.stride, bare.dilation, before, after, out);
    }

    /**
     * Of a transposed convolution, by its attributes, output_padding and output_shape among them. The windows lie on its output
     * (each {@link Axis#in}), and each element of its input belongs to one of them.
     *
     * @param given spatial sizes of the input
     */
    public static Windows transposed(Call call, int[] given, int... kernel) {
        int[] strides = sizes(call, "strides", given.length, 1);
        int[] dilations = sizes(call, "dilations", given.length, 1);
        int[] pads = sizes(call, "pads", 2 * given.length, 0);
        int[] more = sizes(call, "output_padding", given.length, 0);
        String padding = call.text("auto_pad", "NOTSET");
        // Batch and channels may stand before the spatial sizes.
        Optional<long[]> wanted = call.integers("output_shape")
                .filter(shape -> shape.length >= given.length)
                .map(shape -> Arrays.copyOfRange(shape, shape.length - given.length, shape.length));
        fit(call, given, kernel);
        List<Axis> axes = new ArrayList<>();
        for (int i = 0; i < given.length; i++) {
            Axis bare = new Axis(0, kernel[i], strides[i], dilations[i], 0, 0, given[i]);
            int whole = strides[i] * (given[i] - 1) + more[i] + bare.reach();
            int before = pads[i];
            int after = pads[i + given.length];
            if (wanted.isPresent() || padding.startsWith("SAME")) {
                int size = wanted.isPresent() ? Math.toIntExact(wanted.get()[i]) : given[i] * strides[i];
                int total = Math.max(0, whole - size);
                before = padding.equals("SAME_UPPER") ? total / 2 : total - total / 2;
                // Negative where more is wanted than the windows cover.
                after = whole - size - before;
            } else if (padding.equals("VALID")) {
                before = 0;
                after = 0;
            }
            int size = Math.max(0, whole - before - after);
            axes.add(new Axis(size, kernel[i], strides[i], dilations[i], before, after, given[i]));
        }
        return new Windows(axes);
    }

    private static int[] sizes(Call call, String name, int many, int otherwise) {
        long[] given = call.integers(name).filter(one -> one.length > 0).orElseGet(() -> {
            long[] all = new long[many];
            Arrays.fill(all, otherwise);
            return all;
        });
        if (given.length != many) {
            throw new IllegalArgumentException(
                    "%s of %s are %d, not %d".formatted(name, call.operator(), given.length, many));
        }
        return Arrays.stream(given).mapToInt(Math::toIntExact).toArray();
    }

    private static void fit(Call call, int[] in, int... kernel) {
        if (in.length != kernel.length) {
            throw new IllegalArgumentException(
                    "%s has a kernel of %d dimensions for %d".formatted(call.operator(), kernel.length, in.length));
        }
    }

    /** Spatial sizes of the array. */
    public int[] in() {
        return axes.stream().mapToInt(Axis::in).toArray();
    }

    /** How many windows there are along each dimension: the spatial sizes of what pooling and convolutions give. */
    public int[] out() {
        return axes.stream().mapToInt(Axis::out).toArray();
    }

    /** How many windows there are. */
    public int count() {
        return Dims.size(out());
    }

    /** How many cells the kernel has. */
    public int cells() {
        return Dims.size(axes.stream().mapToInt(Axis::kernel).toArray());
    }

    /**
     * For each cell of each window the index, in a plane of the array, of the element under it; -1 where it lies on padding. Windows
     * are in row-major order, and the cells of each.
     *
     * @param from the first window
     * @param to the one after the last
     */
    public int[] sources(int from, int to) {
        int[] sources = new int[Dims.size(to - from, cells())];
        int[] out = out();
        int[] outStrides = Dims.strides(out);
        int[] inStrides = Dims.strides(in());
        for (int window = from; window < to; window++) {
            int at = (window - from) * cells();
            int filled = 1;
            for (int i = 0; i < out.length; i++) {
                Axis axis = axes.get(i);
                int first = axis.at(window / outStrides[i] % out[i], 0);
                // From the last to the first, so that what is read is not yet overwritten.
                for (int before = filled - 1; before >= 0; before--) {
                    int row = sources[at + before];
                    for (int cell = axis.kernel - 1; cell >= 0; cell--) {
                        int place = first + cell * axis.dilation;
                        boolean inside = row >= 0 && place >= 0 && place < axis.in;
                        sources[at + before * axis.kernel + cell] = inside ? row + place * inStrides[i] : -1;
                    }
                }
                filled *= axis.kernel;
            }
        }
        return sources;
    }
}
