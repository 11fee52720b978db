package dev.bascule.exact.kernel.signal;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;

/** MelWeightMatrix: triangles over a spectrum, evenly apart on the mel scale. Stateless. */
final class MelWeights {
    private MelWeights() {}

    static Array melWeightMatrix(Call call) {
        int bands = Math.toIntExact(call.integers(0).only());
        long length = call.integers(1).only();
        long rate = call.integers(2).only();
        double low = mel(call.reals(3).only());
        double high = mel(call.reals(4).only());
        int bins = Math.toIntExact(length / 2 + 1);
        double[] edges = new double[bands + 2];
        for (int i = 0; i < edges.length; i++) {
            // So ONNX's reference has it: the step is that of as many bands as there are edges.
            double mel = low + i * (high - low) / edges.length;
            edges[i] = (length + 1) * 700 * Math.expm1(mel / 2595 * Math.log(10)) / rate;
        }
        double[] asked = call.rounding()
                .atStep(call.rounding().relative(new Reals(DType.FLOAT32, edges, edges.length), 16))
                .data();
        double[] matrix = new double[Dims.size(bins, bands)];
        for (int band = 0; band < bands; band++) {
            triangle(matrix, band, bands, floor(asked[band]), floor(asked[band + 1]), floor(asked[band + 2]));
        }
        return Tapers.as(call, matrix, bins, bands);
    }

    private static double mel(double hertz) {
        return 2595 * Math.log1p(hertz / 700) / Math.log(10);
    }

    private static int floor(double value) {
        return (int) Math.floor(value);
    }

    private static void triangle(double[] matrix, int band, int bands, int from, int peak, int to) {
        if (from < 0 || Math.max(peak + 1, to) * (long) bands > matrix.length) {
            throw new IllegalArgumentException("MelWeightMatrix of frequencies beyond its spectrum");
        }
        if (from == peak) {
            matrix[peak * bands + band] = 1;
        }
        for (int bin = from; bin <= peak && from < peak; bin++) {
            matrix[bin * bands + band] = (double) (bin - from) / (peak - from);
        }
        for (int bin = peak; bin < to; bin++) {
            matrix[bin * bands + band] = (double) (to - bin) / (to - peak);
        }
    }
}
