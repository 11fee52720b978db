package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;
import java.util.Optional;

/**
 * T5's encoder (Raffel et al. 2020) for a text of full length, without a mask: input {@code input_ids} int64 [batch, positions].
 *
 * @param vocabulary number of tokens
 * @param positions length of the text
 * @param width model width
 * @param depth number of blocks
 * @param heads attention heads
 * @param mlpWidth width between the layers of the perceptron
 */
record T5Encoder(int vocabulary, int positions, int width, int depth, int heads, int mlpWidth) implements CrossEncoder {
    static final float EPSILON = 1e-6f;

    @Override
    public String hidden(OnnxGraph graph) {
        Layers layers = new Layers(graph);
        String ids = graph.input("input_ids", DataType.INT64, Architecture.BATCH, positions);
        String table = graph.parameter(SeededCrossWeights.EMBEDDING, SeededCrossWeights.unit(), vocabulary, width);
        String x = graph.op("Gather", "enc.embedded", List.of(table, ids), Attributes.integer("axis", 0));
        Optional<String> bias = Optional.of(new RelativePositions(graph, heads).ofEncoder(positions));
        Attention attention = new Attention(width, heads, Attention.Biases.NONE, false, "");
        for (int layer = 0; layer < depth; layer++) {
            String at = "enc.blk." + layer;
            String normal = norm(graph, at + ".attn_norm", x);
            String y = layers.add(at + ".attn_sum", attention.apply(graph, at + ".attn", normal, bias), x);
            normal = norm(graph, at + ".ffn_norm", y);
            String hidden =
                    layers.relu(at + ".ffn_relu", layers.linearWithoutBias(at + ".ffn_up", normal, width, mlpWidth));
            String mlp = layers.linearWithoutBias(at + ".ffn_down", hidden, mlpWidth, width);
            x = layers.add(at + ".ffn_sum", mlp, y);
        }
        return norm(graph, "enc.output_norm", x);
    }

    private String norm(OnnxGraph graph, String name, String x) {
        String gain = graph.parameter(name + ".weight", Layers.gain(1), width);
        return new Layers(graph).rmsNorm(name, x, gain, EPSILON);
    }
}
