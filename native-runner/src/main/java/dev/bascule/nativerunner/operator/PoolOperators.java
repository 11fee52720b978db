package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Pools over windows, and over all that there is. Stateless. */
final class PoolOperators {
    private PoolOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "MaxPool", TorchOperator.one(PoolOperators::maximum),
                "AveragePool", TorchOperator.one(PoolOperators::average),
                "GlobalAveragePool",
                        TorchOperator.one(
                                call -> ReductionOperators.mean(call.input(0), spatialAxes(call.input(0)), true)),
                "GlobalMaxPool",
                        TorchOperator.one(call -> ReductionOperators.extreme(
                                call.input(0), spatialAxes(call.input(0)), true, NDArray::max)));
    }

    private static int[] spatialAxes(NDArray array) {
        return IntStream.range(2, Dims.rank(array)).toArray();
    }

    private static Window window(TorchCall call) {
        long[] dims = Dims.of(call.input(0));
        long[] kernel = call.integers("kernel_shape").orElseThrow(() -> call.unknown("no kernel_shape"));
        Window window = Window.of(call, kernel, Arrays.copyOfRange(dims, 2, dims.length));
        if (window.isDilated()) {
            throw call.unknown("dilations");
        }
        return window;
    }

    private static NDArray maximum(TorchCall call) {
        Window window = window(call);
        boolean isUp = call.integer("ceil_mode", 0) != 0;
        if (isUp && !window.isEven()) {
            throw call.unknown("ceil_mode and uneven pads");
        }
        // PyTorch pads by half a kernel at most.
        boolean own = window.isEven()
                && IntStream.range(0, window.rank()).allMatch(i -> 2 * window.begins()[i] <= window.kernel()[i]);
        NDArray input = own ? call.input(0) : window.padded(call.input(0), Double.NEGATIVE_INFINITY);
        return input.getNDArrayInternal()
                .maxPool(window.kernelShape(), window.strideShape(), window.padShape(!own), isUp);
    }

    /** DJL counts padding whether it is told to or not: what is not to be counted is made up for. */
    private static NDArray average(TorchCall call) {
        Window window = window(call);
        if (call.integer("ceil_mode", 0) != 0) {
            throw call.unknown("ceil_mode");
        }
        NDArray input = call.input(0);
        NDArray average = average(window, window.padded(input, 0));
        boolean counts = call.integer("count_include_pad", 0) != 0 || window.isBare();
        return counts ? average : average.div(average(window, window.padded(input.onesLike(), 0)));
    }

    private static NDArray average(Window window, NDArray padded) {
        return padded.getNDArrayInternal()
                .avgPool(window.kernelShape(), window.strideShape(), window.padShape(true), false, true);
    }
}
