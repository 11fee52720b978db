package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.pointwise.Curves;
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
        return switch (kind) {
            case RELU -> x.mapped(value -> Math.max(0, value));
            case TANH -> Curves.tanh(x, rounding);
            case SIGMOID -> Curves.sigmoid(x, rounding);
            case AFFINE -> rounding.ranged(x.mapped(value -> alpha * value + beta), 1, Math.abs(beta));
            case LEAKYRELU -> Curves.leaky(x, alpha, rounding);
            case THRESHOLDEDRELU -> rounding.atStep(x).mapped(value -> value >= alpha ? value : 0);
            case SCALEDTANH -> rounding.ranged(x.mapped(value -> alpha * Math.tanh(beta * value)), 4, Math.abs(alpha));
            case HARDSIGMOID -> Curves.ramp(x, alpha, beta, rounding);
            case ELU -> Curves.elu(x, alpha, rounding);
            case SOFTSIGN -> Curves.softsign(x, rounding);
            case SOFTPLUS -> Curves.softplus(x, rounding);
        };
    }
}
