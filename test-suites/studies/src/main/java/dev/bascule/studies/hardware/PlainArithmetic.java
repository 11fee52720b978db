package dev.bascule.studies.hardware;

import java.util.Arrays;

/**
 * What operators of ONNX compute, by the textbook's loops in 64-bit floats, slow and plain on purpose: no engine's answer
 * is held against another engine's. Arrays are row major. Stateless.
 */
final class PlainArithmetic {
    private PlainArithmetic() {}

    /** {@code a[m,k] · b[k,n]}. */
    static double[] product(double[] a, double[] b, int m, int k, int n) {
        double[] c = new double[m * n];
        for (int row = 0; row < m; row++) {
            for (int column = 0; column < n; column++) {
                double sum = 0;
                for (int i = 0; i < k; i++) {
                    sum += a[row * k + i] * b[i * n + column];
                }
                c[row * n + column] = sum;
            }
        }
        return c;
    }

    /** {@code a[rows,columns]} turned over its diagonal. */
    static double[] transposed(double[] a, int rows, int columns) {
        double[] t = new double[a.length];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                t[column * rows + row] = a[row * columns + column];
            }
        }
        return t;
    }

    static double[] times(double[] values, double factor) {
        return Arrays.stream(values).map(value -> value * factor).toArray();
    }

    static double[] plus(double[] values, double summand) {
        return Arrays.stream(values).map(value -> value + summand).toArray();
    }

    /** Over the last dimension. */
    static double[] softmax(double[] x, int length) {
        double[] y = new double[x.length];
        for (int from = 0; from < x.length; from += length) {
            double most = Arrays.stream(x, from, from + length).max().orElseThrow();
            double sum = 0;
            for (int i = from; i < from + length; i++) {
                y[i] = Math.exp(x[i] - most);
                sum += y[i];
            }
            for (int i = from; i < from + length; i++) {
                y[i] /= sum;
            }
        }
        return y;
    }

    /** Over the last dimension, with the variance of the whole population, as ONNX's LayerNormalization has it. */
    static double[] layerNormalization(double[] x, double[] scale, double[] bias, double epsilon) {
        int length = scale.length;
        double[] y = new double[x.length];
        for (int from = 0; from < x.length; from += length) {
            double mean = Arrays.stream(x, from, from + length).sum() / length;
            double variance = 0;
            for (int i = from; i < from + length; i++) {
                variance += (x[i] - mean) * (x[i] - mean) / length;
            }
            for (int i = 0; i < length; i++) {
                y[from + i] = (x[from + i] - mean) / Math.sqrt(variance + epsilon) * scale[i] + bias[i];
            }
        }
        return y;
    }

    /**
     * The error function by its series of positive terms, {@code 2/√π · exp(-x²) · Σ 2ⁿ x²ⁿ⁺¹ / (2n+1)!!} (Abramowitz and Stegun,
     * 7.1.6), right to some units in the last place.
     */
    static double erf(double x) {
        if (Math.abs(x) > 6) {
            return Math.signum(x);
        }
        double term = x;
        double sum = x;
        for (int n = 1; Math.abs(term) > Math.abs(sum) * 0x1p-60; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
    }

    /** {@code x/2 · (1 + erf(x/√2))}. */
    static double gelu(double x) {
        return x / 2 * (1 + erf(x / Math.sqrt(2)));
    }

    /** To the nearest whole number, ties to even, held within bounds: what ONNX calls to saturate. */
    static double saturated(double value, double least, double most) {
        return Math.min(most, Math.max(least, Math.rint(value)));
    }
}
