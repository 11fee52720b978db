package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * CLIP with a ViT as its image tower (Radford et al. 2021): inputs {@code pixel_values} [batch, 3, size, size] and {@code input_ids}
 * int64 [text_batch, length]; outputs {@code logits_per_image} [batch, text_batch], {@code text_embeds} and {@code image_embeds}, of
 * length one. The vector of a text is that of its end, the greatest token of its vocabulary, so of its greatest id.
 *
 * @param image the image tower
 * @param imageSize side of the picture in pixels
 * @param patchSize side of a patch
 * @param text the text tower
 * @param vocabulary number of tokens
 * @param length tokens of a text
 * @param shared width of what both towers are projected to
 */
record Clip(Tower image, int imageSize, int patchSize, Tower text, int vocabulary, int length, int shared)
        implements Architecture {
    private static final float EPSILON = 1e-5f;
    private static final float MASKED = -10_000;
    /** The published model's, trained up to its bound: ln 100. */
    private static final float LOGIT_SCALE = 4.6052f;

    private static final String TEXTS = "text_batch";

    /** A transformer; the perceptron is four times as wide. */
    record Tower(int width, int depth, int heads) {
        String apply(OnnxGraph graph, String name, String x, Optional<String> mask) {
            Attention attention = new Attention(width, heads, Attention.Biases.ALL, true, name + ".");
            PreNormBlock block = new PreNormBlock(attention, 4 * width, EPSILON, PreNormBlock.Bend.QUICK_GELU);
            String y = x;
            for (int layer = 0; layer < depth; layer++) {
                y = block.apply(graph, name + ".layers." + layer, y, mask);
            }
            return y;
        }
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String ids = graph.input("input_ids", DataType.INT64, TEXTS, length);
        String pictures = projected(graph, "visual", ofImages(graph, pixels), image.width());
        String texts = projected(graph, "text", ofTexts(graph, ids), text.width());
        String turned = graph.op("Transpose", "text_columns", List.of(texts), Attributes.ints("perm", 1, 0));
        String cosines = graph.op("MatMul", "cosines", List.of(pictures, turned));
        String scale = graph.op(
                "Exp", "temperature", List.of(graph.parameter("logit_scale", new Fill.Uniform(LOGIT_SCALE, 0))));
        String logits = graph.op("Mul", "scaled", List.of(cosines, scale));
        return graph.output("logits_per_image", logits, DataType.FLOAT, BATCH, TEXTS)
                .output("text_embeds", texts, DataType.FLOAT, TEXTS, shared)
                .output("image_embeds", pictures, DataType.FLOAT, BATCH, shared)
                .define();
    }

    private String ofImages(OnnxGraph graph, String pixels) {
        Layers layers = new Layers(graph);
        String x = new PatchEmbedding(imageSize, patchSize, image.width(), false)
                .apply(graph, "visual.embeddings", pixels);
        x = layers.layerNorm("visual.pre_layernorm", x, image.width(), EPSILON);
        x = image.apply(graph, "visual", x, Optional.empty());
        return layers.layerNorm(
                "visual.post_layernorm", layers.tokenAt("visual.class_token", x, 0), image.width(), EPSILON);
    }

    private String ofTexts(OnnxGraph graph, String ids) {
        Fill fill = new Fill.Uniform(0, 0.5f);
        String table = graph.parameter("text.token_embedding", fill, vocabulary, text.width());
        String rows = graph.op("Gather", "text.tokens", List.of(table, ids), Attributes.integer("axis", 0));
        String positions = graph.parameter("text.position_embedding", fill, length, text.width());
        String x = graph.op("Add", "text.embedded", List.of(rows, positions));
        String mask = graph.constant("text.mask", DataType.FLOAT, new Fill.CausalMask(length, MASKED), length, length);
        x = text.apply(graph, "text", x, Optional.of(mask));
        String normed = new Layers(graph).layerNorm("text.final_layer_norm", x, text.width(), EPSILON);
        return atEnd(graph, ids, normed);
    }

    /** The row of the greatest id, by a product with a one-hot row: exact, and WebNN gathers by no batch. */
    private String atEnd(OnnxGraph graph, String ids, String x) {
        String end = graph.op(
                "ArgMax", "text.end", List.of(ids), Attributes.integer("axis", -1), Attributes.integer("keepdims", 1));
        long[] places = new long[length];
        for (int place = 0; place < length; place++) {
            places[place] = place;
        }
        String equal = graph.op("Equal", "text.end.equal", List.of(end, graph.longs("text.places", places)));
        String hot = graph.op("Cast", "text.end.hot", List.of(equal), Attributes.integer("to", DataType.FLOAT_VALUE));
        String row = graph.op("Unsqueeze", "text.end.row", List.of(hot, graph.longs("text.row_axis", 1)));
        String found = graph.op("MatMul", "text.end.found", List.of(row, x));
        return graph.op("Squeeze", "text.pooled", List.of(found, graph.longs("text.row_axis", 1)));
    }

    /** Projected without a bias, and of length one. */
    private String projected(OnnxGraph graph, String name, String x, int width) {
        String projection = new Layers(graph).linearWithoutBias(name + "_projection", x, width, shared);
        String norm = graph.op(
                "ReduceL2",
                name + "_norm",
                List.of(projection),
                Attributes.ints("axes", -1),
                Attributes.integer("keepdims", 1));
        return graph.op("Div", name + "_unit", List.of(projection, norm));
    }
}
