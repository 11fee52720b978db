package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * BERT's encoder with its pooler (Devlin et al. 2019): inputs {@code input_ids}, {@code attention_mask} and
 * {@code token_type_ids}, int64 [batch, sequence]; outputs {@code last_hidden_state} [batch, sequence, width] and
 * {@code pooler_output} [batch, width].
 *
 * @param vocabulary number of word pieces
 * @param positions longest sequence
 * @param width model width
 * @param depth number of layers
 * @param heads attention heads
 * @param mlpWidth width of the intermediate layer
 */
record BertEncoder(int vocabulary, int positions, int width, int depth, int heads, int mlpWidth)
        implements Architecture {
    /** Name of the sequence dimension. */
    static final String SEQUENCE = "sequence";

    private static final float EPSILON = 1e-12f;
    private static final int TOKEN_TYPES = 2;

    /** Added to the score of a masked position, as in the published code: a float16 can hold it. */
    private static final float MASKED = -10_000;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String ids = graph.input("input_ids", DataType.INT64, BATCH, SEQUENCE);
        String attentionMask = graph.input("attention_mask", DataType.INT64, BATCH, SEQUENCE);
        String types = graph.input("token_type_ids", DataType.INT64, BATCH, SEQUENCE);

        String mask = additiveMask(graph, attentionMask);
        String x = embeddings(graph, ids, types);
        Attention attention = new Attention(width, heads, Attention.Biases.ALL);
        for (int layer = 0; layer < depth; layer++) {
            x = layer(graph, "encoder.layer." + layer, x, attention, mask);
        }
        String first = layers.tokenAt("pooler.first_token", x, 0);
        String pooled = graph.op("Tanh", "pooler.tanh", List.of(layers.gemm("pooler.dense", first, width, width)));
        return graph.output("last_hidden_state", x, DataType.FLOAT, BATCH, SEQUENCE, width)
                .output("pooler_output", pooled, DataType.FLOAT, BATCH, width)
                .define();
    }

    private String embeddings(OnnxGraph graph, String ids, String types) {
        String name = "embeddings";
        Fill fill = new Fill.Uniform(0, 0.06f);
        String words = graph.parameter(name + ".word_embeddings", fill, vocabulary, width);
        String positionRows = graph.parameter(name + ".position_embeddings", fill, positions, width);
        String typeRows = graph.parameter(name + ".token_type_embeddings", fill, TOKEN_TYPES, width);

        String word = graph.op("Gather", name + ".words", List.of(words, ids), Attributes.integer("axis", 0));
        String type = graph.op("Gather", name + ".types", List.of(typeRows, types), Attributes.integer("axis", 0));
        String length = graph.op(
                "Shape", name + ".length", List.of(ids), Attributes.integer("start", 1), Attributes.integer("end", 2));
        String position = graph.op(
                "Slice",
                name + ".positions",
                List.of(positionRows, graph.longs("slice_start", 0), length, graph.longs("slice_axis", 0)));
        String typed = graph.op("Add", name + ".add_types", List.of(word, type));
        String sum = graph.op("Add", name + ".add_positions", List.of(typed, position));
        return new Layers(graph).layerNorm(name + ".LayerNorm", sum, width, EPSILON);
    }

    /** Turns the 0/1 mask [batch, sequence] into the addend [batch, 1, 1, sequence]: 0 where kept. */
    private static String additiveMask(OnnxGraph graph, String attentionMask) {
        String name = "mask";
        String wide =
                graph.op("Unsqueeze", name + ".unsqueeze", List.of(attentionMask, graph.longs("mask_axes", 1, 2)));
        String real = graph.op("Cast", name + ".cast", List.of(wide), Attributes.integer("to", DataType.FLOAT_VALUE));
        String inverted = graph.op("Sub", name + ".invert", List.of(graph.scalar("one", 1), real));
        return graph.op("Mul", name + ".scale", List.of(inverted, graph.scalar("masked", MASKED)));
    }

    /** Post-normalised layer: norm(x + attention(x)), then norm(x + mlp(x)). */
    private String layer(OnnxGraph graph, String name, String x, Attention attention, String mask) {
        Layers layers = new Layers(graph);
        String attended = attention.apply(graph, name + ".attention", x, Optional.of(mask));
        String sum = layers.add(name + ".attention.residual", attended, x);
        String y = layers.layerNorm(name + ".attention.LayerNorm", sum, width, EPSILON);
        String hidden = layers.linear(name + ".intermediate", y, width, mlpWidth);
        String mlp = layers.linear(name + ".output", layers.gelu(name + ".gelu", hidden), mlpWidth, width);
        return layers.layerNorm(
                name + ".output.LayerNorm", layers.add(name + ".output.residual", mlp, y), width, EPSILON);
    }
}
