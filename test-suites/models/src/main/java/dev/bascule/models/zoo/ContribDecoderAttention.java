package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.onnx.Attributes;
import java.util.ArrayList;
import java.util.List;

/** By ONNX Runtime's {@code GroupQueryAttention}, over a cache of the context's length: it looks at no more than there is. */
record ContribDecoderAttention(OnnxGraph graph, DecoderConfig config) implements DecoderAttention {

    @Override
    public void prepare(DecoderGraph.Positions positions) {
        String total = graph.op("Add", "total.long", List.of(positions.before(), positions.length()));
        graph.op("Cast", "total", List.of(total), Attributes.integer("to", DataType.INT32_VALUE));
        // The operator wants the last position's number, not how many there are.
        String last = graph.op("Sub", "last.long", List.of(total, graph.longs("one_long", 1)));
        graph.op("Cast", "last_position", List.of(last), Attributes.integer("to", DataType.INT32_VALUE));
    }

    @Override
    public String apply(String at, int layer, String query, String key, String value) {
        boolean rotary = config.shape() == DecoderShape.LLAMA;
        List<String> inputs = new ArrayList<>(List.of(
                query,
                key,
                value,
                DecoderConfig.past(layer, "key"),
                DecoderConfig.past(layer, "value"),
                "last_position",
                "total"));
        if (rotary) {
            inputs.add(table("cosine", false));
            inputs.add(table("sine", true));
        }
        graph.contrib(
                "GroupQueryAttention",
                at + ".context",
                inputs,
                List.of(at + ".context", at + ".present_key", at + ".present_value"),
                Attributes.integer("num_heads", config.heads()),
                Attributes.integer("kv_num_heads", config.kvHeads()),
                Attributes.integer("do_rotary", rotary ? 1 : 0));
        return at + ".context";
    }

    private String table(String name, boolean sine) {
        int half = config.headSize() / 2;
        Fill fill = new Fill.Rotation(config.headSize(), half, config.ropeTheta(), sine);
        return graph.buffer("rope." + name, fill, config.context(), half);
    }
}
