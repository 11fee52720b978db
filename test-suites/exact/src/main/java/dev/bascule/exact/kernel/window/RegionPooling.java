package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;

/** MaxRoiPool, whose cells ONNX leaves to Fast R-CNN (arXiv 1504.08083): whole elements, at least one of them. Stateless. */
final class RegionPooling {
    private RegionPooling() {}

    static Reals maxRoiPool(Call call) {
        Reals x = call.reals(0);
        double scale = call.real("spatial_scale", 1);
        Reals regions = call.rounding().atStep(call.reals(1));
        int[] sizes = call.integers("pooled_shape")
                .filter(one -> one.length == 2)
                .map(one -> new int[] {Math.toIntExact(one[0]), Math.toIntExact(one[1])})
                .orElseThrow(() -> new IllegalArgumentException("MaxRoiPool has no pooled_shape of two sizes"));
        int[] shape = {regions.dims()[0], x.dims()[1], sizes[0], sizes[1]};
        double[] y = new double[Dims.size(shape)];
        int plane = x.dims()[2] * x.dims()[3];
        for (int region = 0; region < shape[0]; region++) {
            double[] corners = new double[5];
            System.arraycopy(regions.data(), region * 5, corners, 0, 5);
            int image = (int) corners[0];
            for (int i = 1; i < 5; i++) {
                corners[i] = rounded(corners[i] * scale);
            }
            for (int bin = 0; bin < sizes[0] * sizes[1]; bin++) {
                int[] rows = range(corners[2], corners[4], bin / sizes[1], sizes[0], x.dims()[2]);
                int[] columns = range(corners[1], corners[3], bin % sizes[1], sizes[1], x.dims()[3]);
                for (int channel = 0; channel < shape[1]; channel++) {
                    int from = (image * shape[1] + channel) * plane;
                    y[(region * shape[1] + channel) * sizes[0] * sizes[1] + bin] =
                            most(x.data(), from, x.dims()[3], rows, columns);
                }
            }
        }
        return new Reals(x.dtype(), y, shape);
    }

    private static double rounded(double value) {
        return Math.copySign(Math.floor(Math.abs(value) + 0.5), value);
    }

    /** The first element of a bin and the one after its last. */
    private static int[] range(double start, double end, int bin, int bins, int size) {
        double length = Math.max(end - start + 1, 1);
        double from = Math.floor(bin * length / bins) + start;
        double to = Math.ceil((bin + 1) * length / bins) + start;
        return new int[] {(int) Math.max(0, Math.min(size, from)), (int) Math.max(0, Math.min(size, to))};
    }

    private static double most(double[] data, int from, int width, int[] rows, int[] columns) {
        if (rows[1] <= rows[0] || columns[1] <= columns[0]) {
            return 0;
        }
        double most = Double.NEGATIVE_INFINITY;
        for (int row = rows[0]; row < rows[1]; row++) {
            for (int column = columns[0]; column < columns[1]; column++) {
                most = Math.max(most, data[from + row * width + column]);
            }
        }
        return most;
    }
}
