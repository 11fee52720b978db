package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;

/**
 * How a window goes over the spatial axes. Nobody changes the arrays.
 *
 * @param begins of padding, for each spatial axis
 * @param ends likewise
 */
@SuppressWarnings("ArrayRecordComponent")
record Window(long[] kernel, long[] strides, long[] dilations, long[] begins, long[] ends) {

    static Window of(TorchCall call, long[] kernel, long[] sizes) {
        long[] strides = call.integers("strides").orElseGet(() -> filled(kernel.length, 1));
        long[] dilations = call.integers("dilations").orElseGet(() -> filled(kernel.length, 1));
        long[] pads = call.integers("pads").orElseGet(() -> new long[2 * kernel.length]);
        long[] begins = Arrays.copyOf(pads, kernel.length);
        long[] ends = Arrays.copyOfRange(pads, kernel.length, 2 * kernel.length);
        String auto = call.text("auto_pad", "NOTSET");
        switch (auto) {
            case "NOTSET" -> {}
            case "VALID" -> {
                Arrays.fill(begins, 0);
                Arrays.fill(ends, 0);
            }
            case "SAME_UPPER", "SAME_LOWER" -> {
                for (int i = 0; i < kernel.length; i++) {
                    long outputs = -Math.floorDiv(-sizes[i], strides[i]);
                    long total =
                            Math.max(0, (outputs - 1) * strides[i] + (kernel[i] - 1) * dilations[i] + 1 - sizes[i]);
                    long less = total / 2;
                    begins[i] = auto.equals("SAME_UPPER") ? less : total - less;
                    ends[i] = total - begins[i];
                }
            }
            default -> throw call.unknown("auto_pad " + auto);
        }
        return new Window(kernel, strides, dilations, begins, ends);
    }

    static long[] filled(int length, long value) {
        long[] all = new long[length];
        Arrays.fill(all, value);
        return all;
    }

    int rank() {
        return kernel.length;
    }

    /** Whether PyTorch pads so itself: the same on both sides. */
    boolean isEven() {
        return Arrays.equals(begins, ends);
    }

    /** Whether nothing is padded. */
    boolean isBare() {
        return Arrays.stream(begins).allMatch(each -> each == 0)
                && Arrays.stream(ends).allMatch(each -> each == 0);
    }

    boolean isDilated() {
        return Arrays.stream(dilations).anyMatch(each -> each != 1);
    }

    /** The array with its padding as elements. */
    NDArray padded(NDArray array, double value) {
        return PieceOperators.padded(array, spatial(begins), spatial(ends), value);
    }

    private static long[] spatial(long[] values) {
        long[] all = new long[values.length + 2];
        System.arraycopy(values, 0, all, 2, values.length);
        return all;
    }

    Shape kernelShape() {
        return new Shape(kernel);
    }

    Shape strideShape() {
        return new Shape(strides);
    }

    Shape padShape(boolean asElements) {
        return new Shape(asElements ? new long[rank()] : begins);
    }
}
