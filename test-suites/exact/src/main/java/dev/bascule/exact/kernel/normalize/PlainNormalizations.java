package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Spans;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.kernel.reduce.Totals;
import dev.bascule.exact.rounding.Rounding;
import java.util.Map;

/** Normalizations without learned parameters. Stateless. */
final class PlainNormalizations {
    private static final double DIVISION = 2.5;
    private static final double POWER = 16;

    private PlainNormalizations() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "MeanVarianceNormalization", Kernel.of(PlainNormalizations::meanVariance),
                "LpNormalization", Kernel.of(PlainNormalizations::lp),
                "LRN", Kernel.of(PlainNormalizations::localResponse));
    }

    private static Reals meanVariance(Call call) {
        Reals x = call.reals(0);
        Rounding rounding = call.rounding();
        Groups groups = Groups.over(x.dims(), call.integers("axes").orElse(new long[] {0, 2, 3}));
        Moments moments = Moments.of(groups, x, rounding);
        // ONNX defines it by a function, which adds this so that it does not divide by 0.
        Reals deviation = rounding.relative(moments.variance().mapped(value -> Math.sqrt(value) + 1e-9), 2);
        return rounding.relative(Elementwise.over(moments.deviations(), deviation), DIVISION);
    }

    private static Reals lp(Call call) {
        Reals x = call.reals(0);
        Rounding rounding = call.rounding();
        Groups groups = Groups.over(x.dims(), call.integer("axis", -1));
        long p = call.integer("p", 2);
        Reals norm;
        if (p == 1) {
            norm = Totals.sum(groups, x.mapped(Math::abs), rounding);
        } else if (p == 2) {
            Reals squares = Totals.sum(groups, x.mapped(value -> value * value), rounding);
            norm = rounding.relative(squares.mapped(Math::sqrt), 1);
        } else {
            throw new IllegalArgumentException("LpNormalization knows p of 1 and 2, not of " + p);
        }
        // Zeros have a norm of 0, and stay zeros.
        return rounding.relative(Elementwise.over(x, norm.mapped(value -> value == 0 ? 1 : value)), DIVISION);
    }

    private static Reals localResponse(Call call) {
        Rounding rounding = call.rounding();
        Reals x = call.reals(0);
        int size = (int) call.integer("size", 1);
        double factor = call.real("alpha", 1e-4f) / size;
        double beta = call.real("beta", 0.75f);
        double bias = call.real("bias", 1);
        Reals squares = x.mapped(value -> value * value);
        Reals sums =
                rounding.sum(around(squares, size), size, () -> around(squares.mapped(value -> value * value), size));
        Reals raised = rounding.relative(sums.mapped(sum -> bias + factor * sum), 2);
        Reals divisor = rounding.relative(raised.mapped(value -> Math.pow(value, beta)), POWER);
        return rounding.relative(Elementwise.over(x, divisor), DIVISION);
    }

    /** The sums of so many channels around each. */
    private static Reals around(Reals x, int size) {
        int channels = x.dims()[1];
        int plane = Dims.size(x.dims(), 2, x.rank());
        double[] y = new double[x.size()];
        Spans.over(x.dims()[0] * channels, plane * size, (from, to) -> {
            for (int image = from; image < to; image++) {
                int channel = image % channels;
                int first = Math.max(0, channel - (size - 1) / 2);
                int last = Math.min(channels - 1, channel + size / 2);
                for (int other = first; other <= last; other++) {
                    int shift = (other - channel) * plane;
                    for (int i = image * plane; i < (image + 1) * plane; i++) {
                        y[i] += x.data()[i + shift];
                    }
                }
            }
        });
        return new Reals(x.dtype(), y, x.dims());
    }
}
