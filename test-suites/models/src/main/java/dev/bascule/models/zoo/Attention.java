package dev.bascule.models.zoo;

import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * Multi-head scaled dot-product self-attention (Vaswani et al. 2017) over [batch, sequence, width].
 *
 * @param width model width
 * @param heads number of heads; divides the width
 * @param biases which projections have one
 * @param scaled whether scores are divided by the root of a head's width (T5's are not)
 * @param scope what is put before the names of the constants, where a graph has attentions of several widths
 */
record Attention(long width, long heads, Biases biases, boolean scaled, String scope) {

    /** Which projections have a bias. */
    enum Biases {
        ALL,
        /** Whisper's. */
        ALL_BUT_KEYS,
        /** T5's. */
        NONE
    }

    Attention {
        if (width % heads != 0) {
            throw new IllegalArgumentException(heads + " heads do not divide the width " + width);
        }
    }

    Attention(long width, long heads, Biases biases) {
        this(width, heads, biases, true, "");
    }

    /**
     * Adds the nodes.
     *
     * @param mask added to the scores before the softmax, broadcast to [batch, heads, sequence, sequence]
     */
    String apply(OnnxGraph graph, String name, String x, Optional<String> mask) {
        Layers layers = new Layers(graph);
        long headWidth = width / heads;
        // Where scores stay as they are, T5 draws its queries so that they are of size one.
        String query = scaled
                ? linear(layers, name + ".query", x, biases != Biases.NONE)
                : layers.linearWithoutBias(name + ".query", x, Layers.lecun(width * headWidth), width, width);
        String key = linear(layers, name + ".key", x, biases == Biases.ALL);
        String value = linear(layers, name + ".value", x, biases != Biases.NONE);

        String queries = split(graph, name + ".query", query, 0, 2, 1, 3);
        String keys = split(graph, name + ".key", key, 0, 2, 3, 1);
        String values = split(graph, name + ".value", value, 0, 2, 1, 3);

        String products = graph.op("MatMul", name + ".scores", List.of(queries, keys));
        String scores = products;
        if (scaled) {
            String root = graph.scalar(scope + "sqrt_head_width", (float) StrictMath.sqrt((double) headWidth));
            scores = graph.op("Div", name + ".scaled", List.of(products, root));
        }
        String masked = mask.isEmpty() ? scores : graph.op("Add", name + ".masked", List.of(scores, mask.get()));
        String weights = graph.op("Softmax", name + ".softmax", List.of(masked), Attributes.integer("axis", -1));
        String context = graph.op("MatMul", name + ".context", List.of(weights, values));
        String merged = graph.op(
                "Transpose", name + ".context.transpose", List.of(context), Attributes.ints("perm", 0, 2, 1, 3));
        // A zero copies the dimension: batch and sequence stay symbolic without shape arithmetic.
        String flat = graph.op(
                "Reshape",
                name + ".context.reshape",
                List.of(merged, graph.longs(scope + "merged_heads", 0, 0, width)));
        return linear(layers, name + ".output", flat, biases != Biases.NONE);
    }

    private String linear(Layers layers, String name, String x, boolean biased) {
        return biased ? layers.linear(name, x, width, width) : layers.linearWithoutBias(name, x, width, width);
    }

    private String split(OnnxGraph graph, String name, String x, long... permutation) {
        String heads4d = graph.op(
                "Reshape",
                name + ".reshape",
                List.of(x, graph.longs(scope + "split_heads", 0, 0, heads, width / heads)));
        return graph.op("Transpose", name + ".transpose", List.of(heads4d), Attributes.ints("perm", permutation));
    }
}
