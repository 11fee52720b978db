package dev.bascule.studies.media;

/** Discrete Fourier transform of a length that is a power of two (Cooley and Tukey 1965). Stateless. */
final class Fourier {
    private Fourier() {}

    static int lengthFor(int values) {
        return values <= 1 ? 1 : Integer.highestOneBit(values - 1) << 1;
    }

    /** In place; the inverse is not divided by the length. */
    static void transform(double[] re, double[] im, boolean inverse) {
        int n = re.length;
        for (int i = 1, j = 0; i < n; i++) {
            int bit = n >> 1;
            for (; (j & bit) != 0; bit >>= 1) {
                j ^= bit;
            }
            j ^= bit;
            if (i < j) {
                swap(re, i, j);
                swap(im, i, j);
            }
        }
        for (int size = 2; size <= n; size <<= 1) {
            stage(re, im, size, (inverse ? 2 : -2) * Math.PI / size);
        }
    }

    private static void stage(double[] re, double[] im, int size, double angle) {
        int half = size / 2;
        double[] cos = new double[half];
        double[] sin = new double[half];
        for (int k = 0; k < half; k++) {
            cos[k] = Math.cos(angle * k);
            sin[k] = Math.sin(angle * k);
        }
        for (int start = 0; start < re.length; start += size) {
            for (int k = 0; k < half; k++) {
                int one = start + k;
                int other = one + half;
                double r = re[other] * cos[k] - im[other] * sin[k];
                double i = re[other] * sin[k] + im[other] * cos[k];
                re[other] = re[one] - r;
                im[other] = im[one] - i;
                re[one] += r;
                im[one] += i;
            }
        }
    }

    private static void swap(double[] values, int i, int j) {
        double kept = values[i];
        values[i] = values[j];
        values[j] = kept;
    }
}
