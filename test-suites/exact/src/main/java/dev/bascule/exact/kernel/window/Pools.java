package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** What kinds of pooling share. Stateless. */
final class Pools {
    private Pools() {}

    static Windows windows(Call call, Array x) {
        int[] kernel = call.integers("kernel_shape")
                .map(sizes -> Arrays.stream(sizes).mapToInt(Math::toIntExact).toArray())
                .orElseThrow(() -> new IllegalArgumentException(call.operator() + " has no kernel_shape"));
        return Windows.of(call, Planes.spatial(x), kernel);
    }

    /** For each window the sum of a function of its elements. */
    static double[] sums(Reals x, Windows windows, DoubleUnaryOperator function) {
        double[] data = x.data();
        return Planes.reduced(Planes.count(x), windows, (plane, sources, from, to) -> {
            double sum = 0;
            for (int i = from; i < to; i++) {
                if (sources[i] >= 0) {
                    sum += function.applyAsDouble(data[plane + sources[i]]);
                }
            }
            return sum;
        });
    }

    /** For each plane the sum of a function of its elements. */
    static Reals planeSums(Reals x, DoubleUnaryOperator function) {
        int[] spatial = Planes.spatial(x);
        int size = Dims.size(spatial);
        double[] data = x.data();
        double[] sums = new double[Planes.count(x)];
        Planes.threaded(sums.length, data.length, plane -> {
            double sum = 0;
            double error = 0;
            for (int i = plane * size; i < (plane + 1) * size; i++) {
                // A plane may have very many elements: what each addition rounds off is kept (Neumaier, ZAMM 54, 1974).
                double value = function.applyAsDouble(data[i]);
                double after = sum + value;
                error += Math.abs(sum) >= Math.abs(value) ? sum - after + value : value - after + sum;
                sum = after;
            }
            sums[plane] = Double.isFinite(error) ? sum + error : sum;
        });
        return new Reals(x.dtype(), sums, ones(x));
    }

    /** The shape in which each plane is one element. */
    static int[] ones(Array x) {
        int[] shape = x.dims().clone();
        Arrays.fill(shape, 2, shape.length, 1);
        return shape;
    }
}
