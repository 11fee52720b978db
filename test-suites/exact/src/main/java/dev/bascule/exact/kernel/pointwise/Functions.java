package dev.bascule.exact.kernel.pointwise;

import org.apache.commons.numbers.gamma.Erfc;

/** Functions that Java's library lacks, good to the last few bits at their far ends too. Stateless. */
final class Functions {
    /** From here on the square of a number swallows 1, and it may overflow. */
    private static final double LARGE = 0x1p28;

    private static final double LOG_2 = Math.log(2);

    private Functions() {}

    static double asinh(double x) {
        double a = Math.abs(x);
        double y = a > LARGE ? Math.log(a) + LOG_2 : Math.log1p(a + a * a / (1 + Math.sqrt(1 + a * a)));
        return Math.copySign(y, x);
    }

    static double acosh(double x) {
        if (x < 1) {
            return Double.NaN;
        }
        double more = x - 1;
        return x > LARGE ? Math.log(x) + LOG_2 : Math.log1p(more + Math.sqrt(2 * more + more * more));
    }

    static double atanh(double x) {
        double a = Math.abs(x);
        return Math.copySign(0.5 * Math.log1p(2 * a / (1 - a)), x);
    }

    static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** What of a normal distribution lies below x: (1 + erf(x/√2)) / 2, which for negative x would cancel. */
    static double normal(double x) {
        return 0.5 * Erfc.value(-x / Math.sqrt(2));
    }
}
