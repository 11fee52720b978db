package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;

/** RoiAlign: regions of images, sampled on a grid and pooled. Stateless. */
final class RegionAlignment {
    private RegionAlignment() {}

    static Reals roiAlign(Call call) {
        Reals x = call.reals(0);
        // Version 10 had no attribute for it, and did not shift.
        String mode =
                call.text("coordinate_transformation_mode", call.opset() < 16 ? "output_half_pixel" : "half_pixel");
        boolean shifted = mode.equals("half_pixel");
        if (!shifted && !mode.equals("output_half_pixel")) {
            throw new UnsupportedOperatorException("coordinate_transformation_mode " + mode);
        }
        double scale = call.real("spatial_scale", 1);
        Reals regions =
                call.rounding().ranged(call.reals(1).mapped(corner -> corner * scale - (shifted ? 0.5 : 0)), 2, 1);
        Reals asked = call.rounding().atStep(regions);
        long[] images = call.integers(2).data();
        int height = Math.toIntExact(call.integer("output_height", 1));
        int width = Math.toIntExact(call.integer("output_width", 1));
        int sampling = Math.toIntExact(call.integer("sampling_ratio", 0));
        int[] shape = {images.length, x.dims()[1], height, width};
        double[] y = new double[Dims.size(shape)];
        double[] squares = new double[y.length];
        int most = 1;
        for (int region = 0; region < images.length; region++) {
            Steps rows = Steps.of(regions, asked, region, 1, shifted, height, sampling, x.dims()[2]);
            Steps columns = Steps.of(regions, asked, region, 0, shifted, width, sampling, x.dims()[3]);
            most = Math.max(most, 4 * rows.each * columns.each);
            int first = Math.toIntExact(images[region]) * shape[1];
            pool(call, x, first, rows, columns, y, squares, region * shape[1] * height * width);
        }
        boolean max = call.text("mode", "avg").equals("max");
        return call.rounding()
                .sum(new Reals(x.dtype(), y, shape), max ? 1 : most, () -> new Reals(x.dtype(), squares, shape));
    }

    /** Where samples lie along one dimension of a region: each between two elements, or beside the image. */
    private static final class Steps {
        private final int bins;
        private final int each;
        private final int[] lower;
        private final int[] upper;
        private final double[] share;

        private Steps(int bins, int each) {
            this.bins = bins;
            this.each = each;
            lower = new int[bins * each];
            upper = new int[bins * each];
            share = new double[bins * each];
        }

        /**
         * Along one dimension of a region.
         *
         * @param axis 0 for x, 1 for y, as corners have them
         */
        static Steps of(
                Reals regions, Reals asked, int region, int axis, boolean shifted, int bins, int sampling, int size) {
            double start = regions.data()[region * 4 + axis];
            double length = length(regions, region, axis, shifted);
            int each =
                    sampling > 0 ? sampling : (int) Math.max(0, Math.ceil(length(asked, region, axis, shifted) / bins));
            Steps steps = new Steps(bins, each);
            for (int i = 0; i < bins * each; i++) {
                int bin = i / each;
                steps.put(i, start + bin * length / bins + (i % each + 0.5) * length / bins / each, size);
            }
            return steps;
        }

        private static double length(Reals regions, int region, int axis, boolean shifted) {
            double length = regions.data()[region * 4 + axis + 2] - regions.data()[region * 4 + axis];
            return shifted ? length : Math.max(length, 1);
        }

        private void put(int i, double at, int size) {
            if (!(at >= -1 && at <= size)) {
                lower[i] = -1;
                return;
            }
            double within = Math.max(0, at);
            lower[i] = Math.min(size - 1, (int) within);
            upper[i] = Math.min(size - 1, lower[i] + 1);
            share[i] = lower[i] == size - 1 ? 0 : within - lower[i];
        }

        /** Of the two elements around a sample the lower one, or the upper. */
        int element(int sample, int upperOne) {
            return upperOne == 0 ? lower[sample] : upper[sample];
        }

        double weight(int sample, int upperOne) {
            return upperOne == 0 ? 1 - share[sample] : share[sample];
        }
    }

    private static void pool(
            Call call, Reals x, int first, Steps rows, Steps columns, double[] y, double[] squares, int at) {
        boolean max = call.text("mode", "avg").equals("max");
        if (!max && !call.text("mode", "avg").equals("avg")) {
            throw new UnsupportedOperatorException("RoiAlign by mode " + call.text("mode", "avg"));
        }
        int bins = rows.bins * columns.bins;
        int terms = 4 * rows.each * columns.each;
        int[] sources = new int[bins * terms];
        double[] weights = new double[bins * terms];
        for (int i = 0; i < sources.length; i++) {
            int bin = i / terms;
            int sample = i % terms / 4;
            int row = bin / columns.bins * rows.each + sample / columns.each;
            int column = bin % columns.bins * columns.each + sample % columns.each;
            if (rows.lower[row] >= 0 && columns.lower[column] >= 0) {
                weights[i] = rows.weight(row, i % 4 / 2) * columns.weight(column, i % 2);
                sources[i] = rows.element(row, i % 4 / 2) * x.dims()[3] + columns.element(column, i % 2);
            }
        }
        int plane = x.dims()[2] * x.dims()[3];
        double[] data = x.data();
        Planes.threaded(x.dims()[1], (long) x.dims()[1] * sources.length, channel -> {
            for (int bin = 0; bin < bins; bin++) {
                double sum = 0;
                double square = 0;
                double most = terms == 0 ? 0 : Double.NEGATIVE_INFINITY;
                for (int i = bin * terms; i < (bin + 1) * terms; i++) {
                    double term = weights[i] * data[(first + channel) * plane + sources[i]];
                    sum += term;
                    square += term * term;
                    most = Math.max(most, term);
                }
                int samples = Math.max(1, terms / 4);
                // The greatest weighted element, not sample, as ONNX's own case has it.
                y[at + channel * bins + bin] = max ? most : sum / samples;
                squares[at + channel * bins + bin] = max ? most * most : square / samples / samples;
            }
        });
    }
}
