package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
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
        String x = new PatchEmbedding(imageSize, patchSize, width, true).apply(graph, "embeddings", pixels);
        PreNormBlock block = new PreNormBlock(
                new Attention(width, heads, Attention.Biases.ALL), mlpWidth, EPSILON, PreNormBlock.Bend.GELU);
        for (int layer = 0; layer < depth; layer++) {
            x = block.apply(graph, "encoder.layer." + layer, x, Optional.empty());
        }
        x = layers.layerNorm("layernorm", x, width, EPSILON);
        String logits = layers.gemm("classifier", layers.tokenAt("class_token", x, 0), width, classes);
        return graph.output("logits", logits, DataType.FLOAT, BATCH, classes).define();
    }
}
