package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * Half a perceptron, attention, a convolution over time, half a perceptron (Gulati et al. 2020, "Conformer"), with plain attention
 * as torchaudio's, behind two strided convolutions: input {@code input_features} [batch, mels, frames], output {@code
 * encoded} [batch, frames / 4, width].
 *
 * @param mels bands
 * @param frames in time; four divide them, and the bands as well
 * @param width model width
 * @param depth number of blocks
 * @param heads attention heads
 * @param kernel frames that a block's convolution sees; odd
 */
record Conformer(int mels, int frames, int width, int depth, int heads, int kernel) implements Architecture {
    private static final float EPSILON = 1e-5f;
    private static final int WIDER = 4;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String features = graph.input("input_features", DataType.FLOAT, BATCH, mels, frames);
        String picture = graph.op("Unsqueeze", "picture", List.of(features, graph.longs("axis_1", 1)));
        String x = new Convolution(1, width, 3, 2, 1, 1, true).ofLinear(graph, "subsampling.conv1", picture);
        x = layers.relu("subsampling.relu1", x);
        x = new Convolution(width, width, 3, 2, 1, 1, true).ofRelu(graph, "subsampling.conv2", x);
        x = layers.relu("subsampling.relu2", x);
        x = graph.op("Transpose", "frames", List.of(x), Attributes.ints("perm", 0, 3, 1, 2));
        long bands = (long) width * (mels / 4);
        x = graph.op("Reshape", "rows", List.of(x, graph.longs("rows_of_bands", 0, 0, bands)));
        x = layers.linear("subsampling.linear", x, bands, width);
        for (int block = 0; block < depth; block++) {
            x = block(graph, "blocks." + block, x);
        }
        return graph.output("encoded", x, DataType.FLOAT, BATCH, frames / 4, width)
                .define();
    }

    private String block(OnnxGraph graph, String at, String x) {
        Layers layers = new Layers(graph);
        String y = halfPerceptron(graph, at + ".ffn1", x);
        String normed = layers.layerNorm(at + ".attn.norm", y, width, EPSILON);
        Attention attention = new Attention(width, heads, Attention.Biases.ALL);
        y = layers.add(at + ".attn.sum", y, attention.apply(graph, at + ".attn", normed, Optional.empty()));
        y = layers.add(at + ".conv.sum", y, convolution(graph, at + ".conv", y));
        return layers.layerNorm(at + ".norm", halfPerceptron(graph, at + ".ffn2", y), width, EPSILON);
    }

    private String halfPerceptron(OnnxGraph graph, String name, String x) {
        Layers layers = new Layers(graph);
        String y = layers.layerNorm(name + ".norm", x, width, EPSILON);
        y = layers.silu(name + ".silu", layers.linear(name + ".up", y, width, (long) WIDER * width));
        y = layers.linear(name + ".down", y, (long) WIDER * width, width);
        return layers.add(name + ".sum", x, graph.op("Mul", name + ".half", List.of(y, graph.scalar("half", 0.5f))));
    }

    /** Pointwise, gated, depthwise over time, pointwise. */
    private String convolution(OnnxGraph graph, String name, String x) {
        Layers layers = new Layers(graph);
        String y = turned(graph, name + ".in", layers.layerNorm(name + ".norm", x, width, EPSILON));
        y = overTime(graph, name + ".pointwise1", y, 2 * width, 1, 1, Layers.lecun(width));
        String value = name + ".glu.value";
        String gate = name + ".glu.gate";
        graph.op(
                "Split",
                name + ".glu.split",
                List.of(y, graph.longs("halves_of_" + 2 * width, width, width)),
                List.of(value, gate),
                Attributes.integer("axis", 1));
        y = graph.op("Mul", name + ".glu", List.of(value, graph.op("Sigmoid", gate + ".open", List.of(gate))));
        y = overTime(graph, name + ".depthwise", y, width, kernel, width, Layers.lecun(kernel));
        y = layers.silu(name + ".silu", layers.batchNorm(name + ".bn", y, width));
        y = overTime(graph, name + ".pointwise2", y, width, 1, 1, Layers.afterSilu(width));
        return turned(graph, name + ".out", y);
    }

    private String overTime(OnnxGraph graph, String name, String x, int out, int wide, int groups, Fill fill) {
        return graph.op(
                "Conv",
                name,
                List.of(
                        x,
                        graph.parameter(name + ".weight", fill, out, width / groups, wide),
                        graph.parameter(name + ".bias", Layers.bias(), out)),
                Attributes.ints("kernel_shape", wide),
                Attributes.ints("pads", wide / 2, wide / 2),
                Attributes.integer("group", groups));
    }

    private static String turned(OnnxGraph graph, String name, String x) {
        return graph.op("Transpose", name, List.of(x), Attributes.ints("perm", 0, 2, 1));
    }
}
