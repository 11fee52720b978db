package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.fallback.tensor.DType;

/** GridSample and AffineGrid. Stateless. */
final class GridSampling {
    private GridSampling() {}

    static Array gridSample(Call call) {
        Array x = call.array(0);
        int[] spatial = Planes.spatial(x);
        Reals grid = call.reals(1);
        int[] dims = grid.dims();
        if (dims.length != x.rank() || dims[dims.length - 1] != spatial.length || dims[0] != x.dims()[0]) {
            throw new IllegalArgumentException("GridSample of %s by %s".formatted(x, grid));
        }
        Sampler sampler = sampler(call);
        Reals positions = call.rounding().ranged(positions(grid, sampler.aligned(), spatial), 3, 1);
        int[] out = new int[spatial.length];
        System.arraycopy(dims, 1, out, 0, out.length);
        int[] shape = Planes.shape(x, out);
        if (sampler.mode().equals("nearest")) {
            double[] asked = call.rounding().atStep(positions).data();
            return x.picked(nearest(x, sampler.nearest(asked, spatial)), shape);
        }
        if (x instanceof Integers integers) {
            Reals wide = sampled(call, sampler, integers.reals(DType.FLOAT32), positions);
            double[] asked = call.rounding().atStep(wide).data();
            long[] data = new long[asked.length];
            for (int i = 0; i < data.length; i++) {
                data[i] = (long) asked[i];
            }
            return Integers.wrapped(x.dtype(), data, shape);
        }
        return sampled(call, sampler, call.reals(0), positions).reshaped(shape);
    }

    private static Sampler sampler(Call call) {
        String mode = call.text("mode", "linear");
        String plain = switch (mode) {
            case "bilinear" -> "linear";
            case "bicubic" -> "cubic";
            default -> mode;
        };
        return new Sampler(plain, call.text("padding_mode", "zeros"), call.flag("align_corners"));
    }

    private static Reals sampled(Call call, Sampler sampler, Reals x, Reals positions) {
        return call.rounding()
                .sum(
                        sampler.sampled(x, positions.data(), false),
                        sampler.terms(x.rank() - 2),
                        () -> sampler.sampled(x, positions.data(), true));
    }

    /** From -1 to 1 to elements, and from the last dimension first to the first one first. */
    private static Reals positions(Reals grid, boolean aligned, int... spatial) {
        double[] normal = grid.data();
        double[] positions = new double[normal.length];
        int rank = spatial.length;
        for (int i = 0; i < positions.length; i++) {
            int axis = i % rank;
            double from = normal[i - axis + rank - 1 - axis];
            positions[i] = aligned ? (from + 1) * (spatial[axis] - 1) / 2 : ((from + 1) * spatial[axis] - 1) / 2;
        }
        return new Reals(grid.dtype(), positions, grid.dims());
    }

    private static int[] nearest(Array x, int... sources) {
        int images = x.dims()[0];
        int channels = x.dims()[1];
        int size = Dims.size(Planes.spatial(x));
        int points = images == 0 ? 0 : sources.length / images;
        int[] from = new int[Dims.size(images, channels, points)];
        for (int i = 0; i < from.length; i++) {
            int plane = i / points;
            int source = sources[plane / channels * points + i % points];
            from[i] = source < 0 ? -1 : plane * size + source;
        }
        return from;
    }

    static Reals affineGrid(Call call) {
        Reals theta = call.reals(0);
        int[] size = call.integers(1).ints();
        int rank = size.length - 2;
        if (rank < 1 || theta.rank() != 3 || theta.dims()[1] != rank || theta.dims()[2] != rank + 1) {
            throw new UnsupportedOperatorException("AffineGrid of %s for %d dimensions".formatted(theta, rank));
        }
        Reals grid = grid(theta, size, call.flag("align_corners"), false);
        return call.rounding().sum(grid, rank + 1, () -> grid(theta, size, call.flag("align_corners"), true));
    }

    private static Reals grid(Reals theta, int[] size, boolean aligned, boolean squared) {
        int rank = size.length - 2;
        int[] shape = new int[rank + 2];
        System.arraycopy(size, 2, shape, 1, rank);
        shape[0] = size[0];
        shape[rank + 1] = rank;
        int[] strides = Dims.strides(shape);
        double[] grid = new double[Dims.size(shape)];
        for (int i = 0; i < grid.length; i++) {
            int row = i / strides[0] * rank * (rank + 1) + i % rank * (rank + 1);
            double shift = theta.data()[row + rank];
            double sum = squared ? shift * shift : shift;
            for (int axis = 0; axis < rank; axis++) {
                int place = i / strides[rank - axis] % shape[rank - axis];
                double term = theta.data()[row + axis] * normal(place, shape[rank - axis], aligned);
                sum += squared ? term * term : term;
            }
            grid[i] = sum;
        }
        return new Reals(theta.dtype(), grid, shape);
    }

    /** From an element to -1 … 1. */
    private static double normal(int place, int size, boolean aligned) {
        if (aligned) {
            return size == 1 ? -1 : 2.0 * place / (size - 1) - 1;
        }
        return (2.0 * place + 1) / size - 1;
    }
}
