package dev.bascule.models.zoo;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/** A decoder's attention to what its encoder gave, all of it at every step; its keys and values are inputs. */
record CrossAttention(OnnxGraph graph, DecoderConfig config) {

    /** What the heads found, one beside the other: [sequence, heads * headSize]. */
    String apply(String at, int layer, String query) {
        long heads = config.heads();
        long size = config.headSize();
        String split =
                graph.op("Reshape", at + ".q.split", List.of(query, graph.longs("cross_split", 1, -1, heads, size)));
        String queries = transposed(at + ".q.heads", split, 0, 2, 1, 3);
        String turned = transposed(at + ".k.turned", DecoderConfig.cross(layer, "key"), 0, 1, 3, 2);
        String scores = graph.op("MatMul", at + ".scores", List.of(queries, turned));
        if (config.shape() != DecoderShape.T5) {
            float root = (float) (1 / StrictMath.sqrt((double) size));
            scores = graph.op("Mul", at + ".scaled", List.of(scores, graph.scalar("score_scale", root)));
        }
        String shares = graph.op("Softmax", at + ".softmax", List.of(scores), Attributes.integer("axis", -1));
        String found = graph.op("MatMul", at + ".found", List.of(shares, DecoderConfig.cross(layer, "value")));
        String beside = transposed(at + ".found.heads", found, 0, 2, 1, 3);
        return graph.op("Reshape", at + ".context", List.of(beside, graph.longs("cross_flat", -1, heads * size)));
    }

    private String transposed(String name, String x, long... permutation) {
        return graph.op("Transpose", name, List.of(x), Attributes.ints("perm", permutation));
    }
}
