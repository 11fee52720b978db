package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/** T5's positions: what is added to a score depends on the distance alone, one number for each head and bucket, the same in all layers. */
record RelativePositions(OnnxGraph graph, int heads) {

    /** What is added to the scores of an encoder, which looks at both sides: [1, heads, positions, positions]. */
    String ofEncoder(int positions) {
        Fill fill = new Fill.DistanceBuckets(positions, true);
        String buckets = graph.constant("enc.buckets", DataType.INT32, fill, positions, positions);
        return byHead("enc.bias", gathered("enc.bias.rows", weight("enc"), buckets), 0);
    }

    /**
     * Adds it to a decoder's mask; the sum is [heads, 1, sequence, context].
     *
     * @param mask float [sequence, context], 0 where a position may be looked at
     * @param column int32 [sequence, 1], the positions that look
     * @param all int32 [context], those that are looked at
     */
    void addedTo(String name, String mask, String column, String all, int context) {
        Fill fill = new Fill.DistanceBuckets(context, false);
        String buckets = graph.constant("dec.buckets", DataType.INT32, fill, context);
        String byDistance = gathered("dec.bias.by_distance", weight("dec"), buckets);
        String apart = graph.op("Sub", "dec.apart", List.of(column, all));
        String none = graph.constant("no_distance", DataType.INT32, new Fill.Counting(), 1);
        // What is yet to come is masked whatever its distance, which must be one of the table's all the same.
        String distances = graph.op("Where", "dec.distances", List.of("mask.allowed", apart, none));
        String bias = byHead("dec.bias", gathered("dec.bias.rows", byDistance, distances), 1);
        graph.op("Add", name, List.of(bias, mask));
    }

    private String weight(String side) {
        return graph.parameter(
                side + ".blk.0.attn_rel_b.weight", new Fill.Uniform(0, 1), Fill.DistanceBuckets.BUCKETS, heads);
    }

    private String gathered(String name, String table, String rows) {
        return graph.op("Gather", name, List.of(table, rows), Attributes.integer("axis", 0));
    }

    /** [rows, columns, heads] by head, with a one at the given axis. */
    private String byHead(String name, String rows, long axis) {
        String turned = graph.op("Transpose", name + ".turned", List.of(rows), Attributes.ints("perm", 2, 0, 1));
        return graph.op("Unsqueeze", name, List.of(turned, graph.longs("bias_axis_" + axis, axis)));
    }
}
