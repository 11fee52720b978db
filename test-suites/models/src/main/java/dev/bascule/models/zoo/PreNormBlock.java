package dev.bascule.models.zoo;

import java.util.Optional;

/** Pre-normalised transformer block: x + attention(norm(x)), then x + mlp(norm(x)). */
record PreNormBlock(Attention attention, int mlpWidth, float epsilon, Bend bend) {

    /** What is between the two layers of the perceptron. */
    enum Bend {
        GELU,
        QUICK_GELU
    }

    /** @param mask added to the scores, broadcast to [batch, heads, sequence, sequence] */
    String apply(OnnxGraph graph, String name, String x, Optional<String> mask) {
        Layers layers = new Layers(graph);
        long width = attention.width();
        String normal = layers.layerNorm(name + ".layernorm_before", x, width, epsilon);
        String attended = attention.apply(graph, name + ".attention", normal, mask);
        String y = layers.add(name + ".attention.residual", attended, x);
        normal = layers.layerNorm(name + ".layernorm_after", y, width, epsilon);
        String hidden = layers.linear(name + ".mlp.up", normal, width, mlpWidth);
        String bent = switch (bend) {
            case GELU -> layers.gelu(name + ".mlp.gelu", hidden);
            case QUICK_GELU -> layers.quickGelu(name + ".mlp.gelu", hidden);
        };
        String mlp = layers.linear(name + ".mlp.down", bent, mlpWidth, width);
        return layers.add(name + ".mlp.residual", mlp, y);
    }
}
