package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.Optional;

/** DeformConv: a convolution of what lies at positions that are moved, by linear interpolation. Stateless. */
final class DeformableConvolution {
    private static final Sampler SAMPLER = new Sampler("linear", "zeros", true);

    private DeformableConvolution() {}

    static Reals deformConv(Call call) {
        Reals x = call.reals(0);
        Reals w = call.reals(1);
        Reals offset = call.reals(2);
        int[] spatial = Planes.spatial(x);
        Windows windows = Windows.of(call, spatial, Planes.spatial(w));
        int groups = Math.toIntExact(call.integer("offset_group", 1));
        int images = x.dims()[0];
        int channels = x.dims()[1];
        int cells = windows.cells();
        int count = windows.count();
        if (channels % groups != 0 || offset.size() != images * groups * cells * spatial.length * count) {
            throw new IllegalArgumentException(
                    "DeformConv of %s by offsets of %s, of %d windows of %d cells".formatted(x, offset, count, cells));
        }
        Reals positions =
                call.rounding().relative(new Reals(x.dtype(), positions(windows, offset.data()), offset.size()), 1);
        int[] grouped = x.dims().clone();
        grouped[0] = images * groups;
        grouped[1] = channels / groups;
        Reals parts = x.reshaped(grouped);
        Reals samples = call.rounding()
                .sum(
                        SAMPLER.sampled(parts, positions.data(), false),
                        SAMPLER.terms(spatial.length),
                        () -> SAMPLER.sampled(parts, positions.data(), true));
        Reals columns = call.realsIf(4)
                .map(mask -> call.rounding().relative(masked(samples, mask.data()), 1))
                .orElse(samples)
                .reshaped(images, channels, cells, count);
        return convolved(call, columns, w, windows);
    }

    /** Of each image, group, cell and window. */
    private static double[] positions(Windows windows, double... offset) {
        int rank = windows.axes().size();
        int count = windows.count();
        int[] out = Dims.strides(windows.out());
        int[] kernel = windows.axes().stream().mapToInt(Windows.Axis::kernel).toArray();
        int[] cells = Dims.strides(kernel);
        double[] positions = new double[offset.length];
        for (int i = 0; i < positions.length; i++) {
            int axis = i % rank;
            int window = i / rank % count;
            int block = i / rank / count;
            int cell = block % windows.cells();
            int at = windows.axes()
                    .get(axis)
                    .at(window / out[axis] % windows.axes().get(axis).out(), cell / cells[axis] % kernel[axis]);
            positions[i] = at + offset[(block * rank + axis) * count + window];
        }
        return positions;
    }

    private static Reals masked(Reals samples, double... mask) {
        int points = samples.dims()[2];
        int channels = samples.dims()[1];
        double[] masked = samples.data().clone();
        for (int i = 0; i < masked.length; i++) {
            masked[i] *= mask[i / points / channels * points + i % points];
        }
        return new Reals(samples.dtype(), masked, samples.dims());
    }

    private static Reals convolved(Call call, Reals columns, Reals w, Windows windows) {
        Optional<Reals> bias = call.realsIf(3);
        int groups = Math.toIntExact(call.integer("group", 1));
        int terms = w.dims()[0] == 0 ? 0 : w.size() / w.dims()[0];
        int[] shape = new int[w.rank()];
        shape[0] = columns.dims()[0];
        shape[1] = w.dims()[0];
        System.arraycopy(windows.out(), 0, shape, 2, shape.length - 2);
        if (w.dims()[1] * groups != columns.dims()[1] || w.dims()[0] % groups != 0) {
            throw new IllegalArgumentException(
                    "DeformConv of %d channels in %d groups by weights of %s".formatted(columns.dims()[1], groups, w));
        }
        double[] none = new double[shape[1]];
        Rounding rounding = call.rounding();
        double[] y = product(
                rounding.factor(ProductKind.CONV, columns).data(),
                rounding.factor(ProductKind.CONV, w).data(),
                bias.map(Reals::data).orElse(none),
                groups,
                terms,
                shape);
        long all = terms + (bias.isPresent() ? 1 : 0);
        return rounding.products(ProductKind.CONV, new Reals(columns.dtype(), y, shape), all, () -> {
            double[] squares = product(
                    squared(columns.data()),
                    squared(w.data()),
                    squared(bias.map(Reals::data).orElse(none)),
                    groups,
                    terms,
                    shape);
            return new Reals(columns.dtype(), squares, shape);
        });
    }

    private static double[] squared(double... values) {
        return Arrays.stream(values).map(value -> value * value).toArray();
    }

    private static double[] product(double[] columns, double[] w, double[] bias, int groups, int terms, int... shape) {
        double[] y = new double[Dims.size(shape)];
        int count = Dims.size(shape, 2, shape.length);
        int rows = shape[0] * shape[1];
        Planes.threaded(rows, (long) y.length * terms, row -> {
            int filter = row % shape[1];
            int group = filter / (shape[1] / groups);
            int first = (row / shape[1] * groups + group) * terms;
            Arrays.fill(y, row * count, (row + 1) * count, bias[filter]);
            for (int term = 0; term < terms; term++) {
                double weight = w[filter * terms + term];
                int column = (first + term) * count;
                for (int i = 0; i < count; i++) {
                    y[row * count + i] += weight * columns[column + i];
                }
            }
        });
        return y;
    }
}
