package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * Vision transformer (Dosovitskiy et al. 2021, "An image is worth 16x16 words"): patches, class token, learned
 * positions, pre-normalised encoder; input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch,
 * classes].
 *
 * @param imageSize side of the square input in pixels
 * @param patchSize side of a patch in pixels; divides the image size
 * @param width model width
 * @param depth number of blocks
 * @param heads attention heads
 * @param mlpWidth width of the hidden layer of the perceptron
 * @param classes number of classes
 */
record VisionTransformer(int imageSize, int patchSize, int width, int depth, int heads, int mlpWidth, int classes)
        implements Architecture {
    private static final float EPSILON = 1e-12f;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String x = embeddings(graph, pixels);
        PreNormBlock block = new PreNormBlock(new Attention(width, heads, true), mlpWidth, EPSILON);
        for (int layer = 0; layer < depth; layer++) {
            x = block.apply(graph, "encoder.layer." + layer, x);
        }
        x = layers.layerNorm("layernorm", x, width, EPSILON);
        String logits = layers.gemm("classifier", layers.tokenAt("class_token", x, 0), width, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }

    private String embeddings(OnnxGraph graph, String pixels) {
        long patches = (long) (imageSize / patchSize) * (imageSize / patchSize);
        String name = "embeddings";
        String weight = graph.parameter(
                name + ".projection.weight", Layers.lecun(3L * patchSize * patchSize), width, 3, patchSize, patchSize);
        String bias = graph.parameter(name + ".projection.bias", Layers.bias(), width);
        String grid = graph.op(
                "Conv",
                name + ".projection",
                List.of(pixels, weight, bias),
                Attributes.ints("kernel_shape", patchSize, patchSize),
                Attributes.ints("strides", patchSize, patchSize));
        String rows =
                graph.op("Reshape", name + ".reshape", List.of(grid, graph.longs("patch_rows", 0, width, patches)));
        String tokens = graph.op("Transpose", name + ".transpose", List.of(rows), Attributes.ints("perm", 0, 2, 1));
        String all = graph.op(
                "Concat",
                name + ".concat",
                List.of(classToken(graph, name, tokens), tokens),
                Attributes.integer("axis", 1));
        String positions =
                graph.parameter(name + ".position_embeddings", new Fill.Uniform(0, 0.5f), 1, patches + 1, width);
        return graph.op("Add", name + ".add", List.of(all, positions));
    }

    /** One class token for each image of the batch, as exporters write {@code cls_token.expand(batch, -1, -1)}. */
    private String classToken(OnnxGraph graph, String name, String tokens) {
        String token = graph.parameter(name + ".cls_token", new Fill.Uniform(0, 1), 1, 1, width);
        String batch = graph.op(
                "Shape",
                name + ".batch",
                List.of(tokens),
                Attributes.integer("start", 0),
                Attributes.integer("end", 1));
        String shape = graph.op(
                "Concat",
                name + ".cls_shape",
                List.of(batch, graph.longs("cls_row", 1, width)),
                Attributes.integer("axis", 0));
        return graph.op("Expand", name + ".cls_expand", List.of(token, shape));
    }

    /** Pre-normalised transformer block: x + attention(norm(x)), then x + mlp(norm(x)). */
    record PreNormBlock(Attention attention, int mlpWidth, float epsilon) {
        String apply(OnnxGraph graph, String name, String x) {
            Layers layers = new Layers(graph);
            long width = attention.width();
            String normal = layers.layerNorm(name + ".layernorm_before", x, width, epsilon);
            String attended = attention.apply(graph, name + ".attention", normal, Optional.empty());
            String y = layers.add(name + ".attention.residual", attended, x);
            normal = layers.layerNorm(name + ".layernorm_after", y, width, epsilon);
            String hidden = layers.linear(name + ".mlp.up", normal, width, mlpWidth);
            String mlp = layers.linear(name + ".mlp.down", layers.gelu(name + ".mlp.gelu", hidden), mlpWidth, width);
            return layers.add(name + ".mlp.residual", mlp, y);
        }
    }
}
