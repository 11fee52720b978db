package dev.bascule.exact.kernel.signal;

/**
 * The discrete Fourier transform of one length, by the factors of the length (Cooley and Tukey, Mathematics of Computation 19,
 * 1965): off by some log n · 2⁻⁵³ of its root mean square, or, for a prime, by as much as the plain sums. Immutable and thread-safe.
 */
final class Fourier {
    private final int length;
    private final double[] cosines;
    private final double[] sines;

    /** @param sign -1 forward, 1 inverse */
    Fourier(int length, int sign) {
        this.length = length;
        cosines = new double[length];
        sines = new double[length];
        for (int k = 0; k < length; k++) {
            cosines[k] = cos(k, length);
            sines[k] = sign * sin(k, length);
        }
    }

    /** {@code cos(2π k/n)}, of a small angle. */
    static double cos(long k, int n) {
        // In eighths of a turn, so that what is 0 or 1 is so exactly, and what is equal by symmetry is equal.
        double eighths = n == 0 ? Double.NaN : 8.0 * (k % n) / n;
        double first = eighths > 4 ? 8 - eighths : eighths;
        double sign = first > 2 ? -1 : 1;
        double acute = first > 2 ? 4 - first : first;
        return sign * (acute > 1 ? Math.sin((2 - acute) * Math.PI / 4) : Math.cos(acute * Math.PI / 4));
    }

    private static double sin(long k, int n) {
        // A quarter of a turn later; four times as many parts, so that it is a whole number of them.
        return cos(Math.floorMod(4 * k - n, 4L * n), Math.multiplyExact(4, n));
    }

    /**
     * Replaces a signal by its transform, without any factor.
     *
     * @param real real parts
     * @param imaginary imaginary parts
     */
    void transform(double[] real, double[] imaginary) {
        double[] r = real.clone();
        double[] i = imaginary.clone();
        transform(r, i, 0, 1, length, real, imaginary, 0);
    }

    /** Of the elements from one on, so many apart, to where the result is to begin. */
    private void transform(
            double[] real, double[] imaginary, int from, int apart, int many, double[] r, double[] i, int to) {
        if (many == 1) {
            r[to] = real[from];
            i[to] = imaginary[from];
            return;
        }
        int factor = leastFactor(many);
        int part = many / factor;
        for (int p = 0; p < factor; p++) {
            transform(real, imaginary, from + p * apart, apart * factor, part, r, i, to + p * part);
        }
        double[] parts = new double[2 * factor];
        for (int k = 0; k < part; k++) {
            for (int p = 0; p < factor; p++) {
                parts[2 * p] = r[to + p * part + k];
                parts[2 * p + 1] = i[to + p * part + k];
            }
            for (int q = 0; q < factor; q++) {
                int place = k + q * part;
                combine(parts, place, apart, r, i, to + place);
            }
        }
    }

    private void combine(double[] parts, int place, int apart, double[] r, double[] i, int to) {
        double real = 0;
        double imaginary = 0;
        int step = (int) ((long) place * apart % length);
        int turn = 0;
        for (int p = 0; p < parts.length; p += 2) {
            real += parts[p] * cosines[turn] - parts[p + 1] * sines[turn];
            imaginary += parts[p] * sines[turn] + parts[p + 1] * cosines[turn];
            turn += step;
            turn -= turn >= length ? length : 0;
        }
        r[to] = real;
        i[to] = imaginary;
    }

    private static int leastFactor(int many) {
        for (int factor = 2; factor <= many / factor; factor++) {
            if (many % factor == 0) {
                return factor;
            }
        }
        return many;
    }
}
