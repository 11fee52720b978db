package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * Whisper's audio encoder (Radford et al. 2022): two convolutions with GELU over log-mel frames, fixed sinusoidal
 * positions, pre-normalised blocks, final normalisation; input {@code input_features} [batch, mels, frames], output
 * {@code last_hidden_state} [batch, frames / 2, width].
 *
 * @param mels mel bands
 * @param frames log-mel frames of 10 ms; even
 * @param width model width
 * @param depth number of blocks
 * @param heads attention heads
 */
record WhisperEncoder(int mels, int frames, int width, int depth, int heads) implements Architecture, CrossEncoder {
    private static final float EPSILON = 1e-5f;

    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        String x = hidden(graph);
        return graph.output("last_hidden_state", x, DataType.FLOAT, BATCH, positions(), width)
                .define();
    }

    @Override
    public int positions() {
        return frames / 2;
    }

    @Override
    public String hidden(OnnxGraph graph) {
        Layers layers = new Layers(graph);
        String features = graph.input("input_features", DataType.FLOAT, BATCH, mels, frames);
        String x = layers.gelu("conv1.gelu", convolution(graph, "conv1", features, mels, 1));
        x = layers.gelu("conv2.gelu", convolution(graph, "conv2", x, width, 2));
        x = graph.op("Transpose", "transpose", List.of(x), Attributes.ints("perm", 0, 2, 1));
        String fixed = graph.buffer("embed_positions", new Fill.SinusoidalPositions(width), positions(), width);
        x = layers.add("add_positions", x, fixed);
        PreNormBlock block = new PreNormBlock(
                new Attention(width, heads, Attention.Biases.ALL_BUT_KEYS), 4 * width, EPSILON, PreNormBlock.Bend.GELU);
        for (int layer = 0; layer < depth; layer++) {
            x = block.apply(graph, "layers." + layer, x, Optional.empty());
        }
        return layers.layerNorm("layer_norm", x, width, EPSILON);
    }

    private String convolution(OnnxGraph graph, String name, String x, long in, int stride) {
        String weight = graph.parameter(name + ".weight", Layers.he(in * 3), width, in, 3);
        String bias = graph.parameter(name + ".bias", Layers.bias(), width);
        return graph.op(
                "Conv",
                name,
                List.of(x, weight, bias),
                Attributes.ints("kernel_shape", 3),
                Attributes.ints("strides", stride),
                Attributes.ints("pads", 1, 1));
    }
}
