package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Reals;

/**
 * The four operations on arrays that are repeated to one shape, without any rounding told. The result has the first one's type.
 * Each has its loop, for they are what large models do most. Stateless.
 */
public final class Elementwise {
    private Elementwise() {}

    public static Reals plus(Reals a, Reals b) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        double[] y = new double[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            if (di == 1 && dj == 1) {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k] + z[j + k];
                }
            } else {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k * di] + z[j + k * dj];
                }
            }
        });
        return new Reals(a.dtype(), y, pairing.dims());
    }

    public static Reals minus(Reals a, Reals b) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        double[] y = new double[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            if (di == 1 && dj == 1) {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k] - z[j + k];
                }
            } else {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k * di] - z[j + k * dj];
                }
            }
        });
        return new Reals(a.dtype(), y, pairing.dims());
    }

    public static Reals times(Reals a, Reals b) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        double[] y = new double[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            if (di == 1 && dj == 1) {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k] * z[j + k];
                }
            } else {
                for (int k = 0; k < length; k++) {
                    y[at + k] = x[i + k * di] * z[j + k * dj];
                }
            }
        });
        return new Reals(a.dtype(), y, pairing.dims());
    }

    public static Reals over(Reals a, Reals b) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        double[] y = new double[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = x[i + k * di] / z[j + k * dj];
            }
        });
        return new Reals(a.dtype(), y, pairing.dims());
    }
}
