package dev.bascule.exact.kernel.text;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.shape.Along;
import dev.bascule.fallback.tensor.DType;

/** Operators of rows of features, the last axis. Stateless. */
final class Features {
    private Features() {}

    static Array extract(Call call) {
        Array data = call.array(0);
        Array rows = data.rank() == 1 ? data.reshaped(1, data.size()) : data;
        int[] columns = call.integers(1).ints();
        return Along.taken(rows, rows.rank() - 1, columns, columns.length);
    }

    static Array binarize(Call call) {
        double threshold = call.real("threshold", 0);
        if (call.array(0) instanceof Integers integers) {
            return integers.mapped(value -> value > threshold ? 1 : 0);
        }
        return call.rounding().atStep(call.reals(0)).mapped(value -> value > threshold ? 1 : 0);
    }

    static Reals scale(Call call) {
        Reals data = floats(call);
        double[] offsets = call.reals("offset").orElseGet(() -> new double[] {0});
        double[] factors = call.reals("scale").orElseGet(() -> new double[] {1});
        int columns = columns(data);
        if (offsets.length != 1 && offsets.length != columns || factors.length != 1 && factors.length != columns) {
            throw new IllegalArgumentException("Scaler has %d offsets and %d scales for %d features"
                    .formatted(offsets.length, factors.length, columns));
        }
        double[] moved = new double[data.size()];
        for (int i = 0; i < moved.length; i++) {
            moved[i] = data.data()[i] - offsets[i % columns % offsets.length];
        }
        double[] scaled = call.rounding()
                .relative(new Reals(DType.FLOAT32, moved, data.dims()), 1)
                .data()
                .clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factors[i % columns % factors.length];
        }
        return call.rounding().relative(new Reals(DType.FLOAT32, scaled, data.dims()), 1);
    }

    static Reals normalize(Call call) {
        Reals data = floats(call);
        String norm = call.text("norm", "MAX");
        int columns = columns(data);
        double[] all = data.data().clone();
        for (int from = 0; from < all.length; from += columns) {
            double by = by(norm, all, from, from + columns);
            for (int i = from; i < from + columns; i++) {
                all[i] = by == 0 ? all[i] : all[i] / by;
            }
        }
        // A sum of terms of one sign is good to about the root of their number, and a division to 2.5 units.
        double units = norm.equals("MAX") ? 2.5 : 2.5 + Math.sqrt(columns);
        return call.rounding().relative(new Reals(DType.FLOAT32, all, data.dims()), units);
    }

    private static double by(String norm, double[] all, int from, int end) {
        double by = norm.equals("MAX") ? Double.NEGATIVE_INFINITY : 0;
        for (int i = from; i < end; i++) {
            by = switch (norm) {
                case "MAX" -> Math.max(by, all[i]);
                case "L1" -> by + Math.abs(all[i]);
                case "L2" -> by + all[i] * all[i];
                default -> throw new UnsupportedOperatorException("Normalizer by '%s'".formatted(norm));
            };
        }
        return norm.equals("L2") ? Math.sqrt(by) : by;
    }

    private static Reals floats(Call call) {
        return call.array(0) instanceof Integers integers
                ? integers.reals(DType.FLOAT32)
                : call.reals(0).as(DType.FLOAT32);
    }

    private static int columns(Reals data) {
        return data.rank() == 0 ? 1 : Math.max(1, data.dims()[data.rank() - 1]);
    }
}
