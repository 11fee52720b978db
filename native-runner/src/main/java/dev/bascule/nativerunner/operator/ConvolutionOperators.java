package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Convolutions and their transposes. Stateless. */
final class ConvolutionOperators {
    private ConvolutionOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "Conv", TorchOperator.one(ConvolutionOperators::convolve),
                "ConvTranspose", TorchOperator.one(ConvolutionOperators::transpose));
    }

    private static NDArray convolve(TorchCall call) {
        NDArray input = call.input(0);
        NDArray weight = call.input(1);
        Window window = Window.of(call, spatial(weight), spatial(input));
        NDArray padded = window.isEven() ? input : window.padded(input, 0);
        return convolution(
                padded,
                weight,
                call.optional(2).orElse(null),
                window.strideShape(),
                window.padShape(!window.isEven()),
                new Shape(window.dilations()),
                (int) call.integer("group", 1));
    }

    private static NDArray convolution(
            NDArray input,
            NDArray weight,
            @Nullable NDArray bias,
            Shape strides,
            Shape padding,
            Shape dilations,
            int groups) {
        return input.getNDArrayInternal()
                .convolution(input, weight, bias, strides, padding, dilations, groups)
                .get(0);
    }

    /** DJL has none for PyTorch: a convolution of the input with zeros between its elements, by the kernel turned round. */
    private static NDArray transpose(TorchCall call) {
        NDArray input = call.input(0);
        NDArray weight = call.input(1);
        if (call.integers("output_shape").isPresent()) {
            throw call.unknown("output_shape");
        }
        Window window = Window.of(call, spatial(weight), spatial(input));
        long[] more = call.integers("output_padding").orElseGet(() -> new long[window.rank()]);
        int groups = (int) call.integer("group", 1);
        NDArray spread = input;
        long[] begins = new long[window.rank() + 2];
        long[] ends = new long[window.rank() + 2];
        for (int i = 0; i < window.rank(); i++) {
            spread = spread(spread, i + 2, window.strides()[i]);
            long reach = (window.kernel()[i] - 1) * window.dilations()[i];
            begins[i + 2] = reach - window.begins()[i];
            ends[i + 2] = reach - window.ends()[i] + more[i];
        }
        return convolution(
                PieceOperators.padded(spread, begins, ends, 0),
                turned(weight, groups),
                call.optional(2).orElse(null),
                new Shape(Window.filled(window.rank(), 1)),
                new Shape(new long[window.rank()]),
                new Shape(window.dilations()),
                groups);
    }

    /** With so many less one zeros between elements along an axis. */
    private static NDArray spread(NDArray array, int axis, long stride) {
        if (stride == 1) {
            return array;
        }
        long[] dims = Dims.of(array);
        long[] apart = LongStream.concat(
                        LongStream.concat(LongStream.of(Arrays.copyOf(dims, axis + 1)), LongStream.of(1)),
                        LongStream.of(Arrays.copyOfRange(dims, axis + 1, dims.length)))
                .toArray();
        long[] ends = new long[apart.length];
        ends[axis + 1] = stride - 1;
        NDArray filled = PieceOperators.padded(array.reshape(new Shape(apart)), new long[apart.length], ends, 0);
        long[] merged = dims.clone();
        merged[axis] = dims[axis] * stride;
        NDIndex index = new NDIndex();
        for (int i = 0; i < dims.length; i++) {
            index.addSliceDim(0, i == axis ? (dims[axis] - 1) * stride + 1 : dims[i]);
        }
        return filled.reshape(new Shape(merged)).get(index);
    }

    /** From [in, out / groups, …] to [out, in / groups, …], each kernel turned round. */
    private static NDArray turned(NDArray weight, int groups) {
        long[] dims = Dims.of(weight);
        long[] rest = Arrays.copyOfRange(dims, 2, dims.length);
        long[] grouped = LongStream.concat(LongStream.of(groups, dims[0] / groups, dims[1]), LongStream.of(rest))
                .toArray();
        int[] order = IntStream.range(0, grouped.length)
                .map(i -> i == 1 ? 2 : i == 2 ? 1 : i)
                .toArray();
        long[] merged = LongStream.concat(LongStream.of(groups * dims[1], dims[0] / groups), LongStream.of(rest))
                .toArray();
        return weight.reshape(new Shape(grouped))
                .transpose(order)
                .reshape(new Shape(merged))
                .flip(IntStream.range(2, dims.length).toArray());
    }

    private static long[] spatial(NDArray array) {
        long[] dims = Dims.of(array);
        return Arrays.copyOfRange(dims, 2, dims.length);
    }
}
