package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;
import java.util.Locale;

/** A function that a layer names, with its parameters. Immutable. */
record Activation(Kind kind, double alpha, double beta) {

    /** Those of which ONNX has an operator have its parameters where none are given. */
    enum Kind {
        RELU,
        TANH,
        SIGMOID,
        AFFINE(Double.NaN, Double.NaN),
        LEAKYRELU(0.01F),
        THRESHOLDEDRELU(1),
        SCALEDTANH(Double.NaN, Double.NaN),
        HARDSIGMOID(0.2F, 0.5),
        ELU(1),
        SOFTSIGN,
        SOFTPLUS;

        private final int parameters;
        private final double alpha;
        private final double beta;

        Kind() {
            this(0, 0, 0);
        }

        Kind(double alpha) {
            this(1, alpha, 0);
        }

        Kind(double alpha, double beta) {
            this(2, alpha, beta);
        }

        Kind(int parameters, double alpha, double beta) {
            this.parameters = parameters;
            this.alpha = alpha;
            this.beta = beta;
        }

        static Kind of(String name) {
            try {
                return valueOf(name.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new UnsupportedOperatorException("the activation " + name);
            }
        }

        boolean hasAlpha() {
            return parameters > 0;
        }

        boolean hasBeta() {
            return parameters > 1;
        }

        double alpha() {
            return alpha;
        }

        double beta() {
            return beta;
        }
    }

    Activation {
        if (Double.isNaN(alpha) || Double.isNaN(beta)) {
            throw new UnsupportedOperatorException(
                    "the activation %s without its parameters, for which there is no default"
                            .formatted(kind.name().toLowerCase(Locale.ROOT)));
        }
    }

    Reals apply(Reals x, Rounding rounding) {
        Reals y = (kind == Kind.THRESHOLDEDRELU ? rounding.atStep(x) : x).mapped(this::of);
        return switch (kind) {
            case RELU, THRESHOLDEDRELU -> y;
            case LEAKYRELU, HARDSIGMOID -> rounding.relative(y, 1);
            case AFFINE -> rounding.ranged(y, 1, Math.abs(beta));
            case ELU -> rounding.relative(y, 3);
            case SOFTSIGN -> rounding.relative(y, 2.5);
            case SOFTPLUS -> rounding.relative(y, 4);
            case TANH, SIGMOID -> rounding.ranged(y, 4, 1);
            case SCALEDTANH -> rounding.ranged(y, 4, Math.abs(alpha));
        };
    }

    private double of(double x) {
        return switch (kind) {
            case RELU -> Math.max(0, x);
            case TANH -> Math.tanh(x);
            case SIGMOID -> sigmoid(x);
            case AFFINE -> alpha * x + beta;
            case LEAKYRELU -> x >= 0 ? x : alpha * x;
            case THRESHOLDEDRELU -> x >= alpha ? x : 0;
            case SCALEDTANH -> alpha * Math.tanh(beta * x);
            case HARDSIGMOID -> Math.max(0, Math.min(1, alpha * x + beta));
            case ELU -> x >= 0 ? x : alpha * Math.expm1(x);
            case SOFTSIGN -> x / (1 + Math.abs(x));
            case SOFTPLUS -> Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
        };
    }

    private static double sigmoid(double x) {
        // The power never overflows.
        double power = Math.exp(-Math.abs(x));
        return x >= 0 ? 1 / (1 + power) : power / (1 + power);
    }
}
