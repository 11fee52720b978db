package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * An encoder with what each layer of its decoder makes of the result, which the decoder so need not compute at every token: outputs {@code
 * cross.N.key} and {@code cross.N.value} [batch, heads, positions, headSize].
 *
 * @param config the decoder's
 */
record CrossEncoderNetwork(CrossEncoder encoder, DecoderConfig config) implements Architecture {
    @Override
    public OnnxModelDefinition define(String name) {
        OnnxGraph graph = new OnnxGraph(name);
        Layers layers = new Layers(graph);
        String hidden = encoder.hidden(graph);
        int width = config.heads() * config.headSize();
        for (int layer = 0; layer < config.layers(); layer++) {
            for (String what : List.of("key", "value")) {
                String at = "blk.%d.cross_attn_%s".formatted(layer, what.charAt(0));
                boolean biased = config.shape() == DecoderShape.WHISPER && what.equals("value");
                String rows = biased
                        ? layers.linear(at, hidden, encoder.width(), width)
                        : layers.linearWithoutBias(at, hidden, encoder.width(), width);
                String split = graph.op(
                        "Reshape",
                        at + ".split",
                        List.of(rows, graph.longs("cross_split", 0, 0, config.heads(), config.headSize())));
                String heads =
                        graph.op("Transpose", at + ".heads", List.of(split), Attributes.ints("perm", 0, 2, 1, 3));
                graph.output(
                        DecoderConfig.cross(layer, what),
                        heads,
                        DataType.FLOAT,
                        BATCH,
                        config.heads(),
                        encoder.positions(),
                        config.headSize());
            }
        }
        return graph.define();
    }
}
