package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Perceptrons over patches and over channels in turn, and nothing else (Tolstikhin et al. 2021, "MLP-Mixer", table 1; as
 * timm's mixer_s16_224): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch, classes].
 *
 * @param imageSize side of the square input in pixels
 * @param patchSize side of a patch in pixels; divides the image size
 * @param width model width
 * @param depth number of blocks
 * @param tokenWidth hidden width of the perceptron over patches
 * @param channelWidth hidden width of the perceptron over channels
 * @param classes number of classes
 */
record Mixer(int imageSize, int patchSize, int width, int depth, int tokenWidth, int channelWidth, int classes)
        implements Architecture {
    private static final float EPSILON = 1e-6f;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        long side = imageSize / patchSize;
        long patches = side * side;
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String grid = Convolution.patches(3, width, patchSize).ofLinear(graph, "stem", pixels);
        String rows = graph.op("Reshape", "rows", List.of(grid, graph.longs("patch_rows", 0, width, patches)));
        String x = turned(graph, "tokens", rows);
        for (int block = 0; block < depth; block++) {
            String at = "blocks." + block;
            String y = layers.layerNorm(at + ".norm1", x, width, EPSILON);
            y = perceptron(layers, at + ".tokens", turned(graph, at + ".tokens.in", y), patches, tokenWidth);
            x = layers.add(at + ".tokens.add", x, turned(graph, at + ".tokens.out", y));
            y = layers.layerNorm(at + ".norm2", x, width, EPSILON);
            x = layers.add(at + ".channels.add", x, perceptron(layers, at + ".channels", y, width, channelWidth));
        }
        x = layers.layerNorm("norm", x, width, EPSILON);
        String mean = graph.op(
                "ReduceMean", "mean", List.of(x), Attributes.ints("axes", 1), Attributes.integer("keepdims", 0));
        return graph.output("logits", layers.gemm("head", mean, width, classes), DataType.FLOAT, BATCH, classes)
                .define();
    }

    private static String perceptron(Layers layers, String name, String x, long width, long hidden) {
        String up = layers.gelu(name + ".gelu", layers.linear(name + ".fc1", x, width, hidden));
        return layers.linear(name + ".fc2", up, hidden, width);
    }

    private static String turned(OnnxGraph graph, String name, String x) {
        return graph.op("Transpose", name, List.of(x), Attributes.ints("perm", 0, 2, 1));
    }
}
