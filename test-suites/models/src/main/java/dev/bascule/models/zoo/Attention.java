package dev.bascule.models.zoo;

import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * Multi-head scaled dot-product self-attention (Vaswani et al. 2017) over [batch, sequence, width].
 *
 * @param width model width
 * @param heads number of heads; divides the width
 * @param keyBias whether the key projection has a bias (Whisper's has none)
 */
record Attention(long width, long heads, boolean keyBias) {

    Attention {
        if (width % heads != 0) {
            throw new IllegalArgumentException(heads + " heads do not divide the width " + width);
        }
    }

    /**
     * Adds the nodes.
     *
     * @param mask added to the scores before the softmax, broadcast to [batch, heads, sequence, sequence]
     */
    String apply(OnnxGraph graph, String name, String x, Optional<String> mask) {
        Layers layers = new Layers(graph);
        long headWidth = width / heads;
        String query = layers.linear(name + ".query", x, width, width);
        String key = keyBias
                ? layers.linear(name + ".key", x, width, width)
                : layers.linearWithoutBias(name + ".key", x, width, width);
        String value = layers.linear(name + ".value", x, width, width);

        String queries = split(graph, name + ".query", query, 0, 2, 1, 3);
        String keys = split(graph, name + ".key", key, 0, 2, 3, 1);
        String values = split(graph, name + ".value", value, 0, 2, 1, 3);

        String products = graph.op("MatMul", name + ".scores", List.of(queries, keys));
        String root = graph.scalar("sqrt_head_width", (float) StrictMath.sqrt((double) headWidth));
        String scaled = graph.op("Div", name + ".scaled", List.of(products, root));
        String masked = mask.map(bias -> graph.op("Add", name + ".masked", List.of(scaled, bias)))
                .orElse(scaled);
        String weights = graph.op("Softmax", name + ".softmax", List.of(masked), Attributes.integer("axis", -1));
        String context = graph.op("MatMul", name + ".context", List.of(weights, values));
        String merged = graph.op(
                "Transpose", name + ".context.transpose", List.of(context), Attributes.ints("perm", 0, 2, 1, 3));
        // A zero copies the dimension: batch and sequence stay symbolic without shape arithmetic.
        String flat = graph.op(
                "Reshape", name + ".context.reshape", List.of(merged, graph.longs("merged_heads", 0, 0, width)));
        return layers.linear(name + ".output", flat, width, width);
    }

    private String split(OnnxGraph graph, String name, String x, long... permutation) {
        String heads4d = graph.op(
                "Reshape", name + ".reshape", List.of(x, graph.longs("split_heads", 0, 0, heads, width / heads)));
        return graph.op("Transpose", name + ".transpose", List.of(heads4d), Attributes.ints("perm", permutation));
    }
}
