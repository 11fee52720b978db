package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * Attention within windows, every second time within shifted ones (Liu et al. 2021, "Swin Transformer"; as torchvision's
 * swin_t): input {@code pixel_values} [batch, 3, size, size], output {@code logits} [batch, classes].
 *
 * @param imageSize side of the square input in pixels; pieces of four by four must fill windows in every stage
 * @param window side of a window
 * @param stages in order, each of which halves the picture and doubles the channels but the first
 * @param width channels of the first stage
 * @param classes number of classes
 */
record Swin(int imageSize, int window, int width, List<Stage> stages, int classes) implements Architecture {
    private static final int PATCH = 4;
    private static final float EPSILON = 1e-5f;

    /** Blocks and attention heads. */
    record Stage(int blocks, int heads) {}

    Swin {
        stages = List.copyOf(stages);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String pixels = graph.input("pixel_values", DataType.FLOAT, BATCH, 3, imageSize, imageSize);
        String grid = Convolution.patches(3, width, PATCH).ofLinear(graph, "patches", pixels);
        String x = graph.op("Transpose", "patches.last", List.of(grid), Attributes.ints("perm", 0, 2, 3, 1));
        x = layers.layerNorm("patches.norm", x, width, EPSILON);
        int side = imageSize / PATCH;
        int channels = width;
        for (int stage = 0; stage < stages.size(); stage++) {
            String at = "stage" + stage;
            if (stage > 0) {
                x = merged(graph, at + ".merging", x, channels);
                side /= 2;
                channels *= 2;
            }
            WindowAttention attention = new WindowAttention(
                    graph, side, window, channels, stages.get(stage).heads());
            for (int block = 0; block < stages.get(stage).blocks(); block++) {
                String here = at + "." + block;
                String y = layers.layerNorm(here + ".norm1", x, channels, EPSILON);
                x = layers.add(here + ".attn.sum", x, attention.apply(here + ".attn", y, block % 2 == 1));
                y = layers.layerNorm(here + ".norm2", x, channels, EPSILON);
                y = layers.gelu(here + ".mlp.gelu", layers.linear(here + ".mlp.up", y, channels, 4L * channels));
                x = layers.add(here + ".mlp.sum", x, layers.linear(here + ".mlp.down", y, 4L * channels, channels));
            }
        }
        x = layers.layerNorm("norm", x, channels, EPSILON);
        String mean = graph.op(
                "ReduceMean", "mean", List.of(x), Attributes.ints("axes", 1, 2), Attributes.integer("keepdims", 0));
        return graph.output("logits", layers.gemm("head", mean, channels, classes), DataType.FLOAT, BATCH, classes)
                .define();
    }

    /** Four neighbours become one pixel of twice the channels. */
    private static String merged(OnnxGraph graph, String name, String x, long channels) {
        Layers layers = new Layers(graph);
        List<String> corners = List.of(
                corner(graph, name, x, 0, 0),
                corner(graph, name, x, 1, 0),
                corner(graph, name, x, 0, 1),
                corner(graph, name, x, 1, 1));
        String four = graph.op("Concat", name + ".four", corners, Attributes.integer("axis", -1));
        String y = layers.layerNorm(name + ".norm", four, 4 * channels, EPSILON);
        return layers.linearWithoutBias(name + ".reduction", y, 4 * channels, 2 * channels);
    }

    /** Every second row and column. */
    private static String corner(OnnxGraph graph, String name, String x, long row, long column) {
        String axes = graph.longs("grid_axes", 1, 2);
        return graph.op(
                "Slice",
                name + ".corner" + row + column,
                List.of(
                        x,
                        graph.longs("corner_" + row + column, row, column),
                        graph.longs("to_the_end", Integer.MAX_VALUE, Integer.MAX_VALUE),
                        axes,
                        graph.longs("every_second", 2, 2)));
    }
}
