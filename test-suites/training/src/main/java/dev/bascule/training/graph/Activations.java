package dev.bascule.training.graph;

import java.util.List;

/** Activations that operator set 17 has no operator of, made of those that it has. Stateless. */
public final class Activations {
    /** Hendrycks and Gimpel 2016. */
    private static final double CUBIC = 0.044715;

    private Activations() {}

    /** x·Φ(x), with the distribution function of the standard normal distribution. */
    public static Symbol gelu(Operators on, Symbol x) {
        Symbol erf = on.graph().op("Erf", List.of(on.mul(x, Math.sqrt(0.5))));
        return on.mul(on.mul(x, 0.5), on.add(erf, 1));
    }

    /** The approximation of it by the hyperbolic tangent. */
    public static Symbol geluByTanh(Operators on, Symbol x) {
        Symbol inner = on.mul(x, on.add(on.mul(on.square(x), CUBIC), 1));
        Symbol tanh = on.graph().op("Tanh", List.of(on.mul(inner, Math.sqrt(2 / Math.PI))));
        return on.mul(on.mul(x, 0.5), on.add(tanh, 1));
    }

    /** x·σ(x). */
    public static Symbol silu(Operators on, Symbol x) {
        return on.mul(x, on.graph().op("Sigmoid", List.of(x)));
    }
}
