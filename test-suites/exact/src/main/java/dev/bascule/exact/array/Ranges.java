package dev.bascule.exact.array;

import dev.bascule.fallback.tensor.FloatFormat;

/**
 * Numbers held to the range of their type: what an engine cannot write down but as an infinity is one here, too. Precision is
 * not touched. Stateless.
 */
public final class Ranges {
    private Ranges() {}

    public static Operand held(Operand operand) {
        return operand instanceof Reals reals ? held(reals) : operand;
    }

    private static Reals held(Reals reals) {
        double limit = FloatFormat.of(reals.dtype()).overflow();
        double[] data = reals.data();
        for (int i = 0; i < data.length; i++) {
            if (Math.abs(data[i]) >= limit && !Double.isInfinite(data[i])) {
                return reals.mapped(
                        value -> Math.abs(value) >= limit ? Math.copySign(Double.POSITIVE_INFINITY, value) : value);
            }
        }
        return reals;
    }
}
