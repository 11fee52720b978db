package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.TensorProto.DataType;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import dev.bascule.models.onnx.Attributes;
import java.util.List;

/**
 * In ONNX's own operators, with no shape that depends on the position: the new keys are put in their places of the cache by a product
 * with a one-hot matrix, which is exact, and every position of the cache is looked at, those to come under a mask. So a step costs the
 * same at every depth, and WebNN, which knows no dynamic shapes and no indexed writes, takes it once the sequence is fixed.
 */
record PlainDecoderAttention(OnnxGraph graph, DecoderConfig config) implements DecoderAttention {
    /** Added to the score of a position to come: a float16 can hold it. */
    private static final float MASKED = -10_000;

    @Override
    public void prepare(DecoderGraph.Positions positions) {
        String column =
                graph.op("Reshape", "positions.column", List.of(positions.rows(), graph.longs("column_shape", -1, 1)));
        String allowed = graph.op("GreaterOrEqual", "mask.allowed", List.of(column, positions.all()));
        String mask = config.shape() == DecoderShape.T5 ? "mask.causal" : "mask";
        graph.op("Where", mask, List.of(allowed, graph.scalar("kept", 0), graph.scalar("masked", MASKED)));
        if (config.shape() == DecoderShape.T5) {
            new RelativePositions(graph, config.heads())
                    .addedTo("mask", mask, column, positions.all(), config.context());
        }

        String places =
                graph.op("Reshape", "places.column", List.of(positions.all(), graph.longs("column_shape", -1, 1)));
        String equal = graph.op("Equal", "places.equal", List.of(places, positions.rows()));
        String hot = graph.op("Cast", "places", List.of(equal), Attributes.integer("to", DataType.FLOAT_VALUE));
        String any = graph.op(
                "ReduceMax", "places.any", List.of(hot), Attributes.ints("axes", 1), Attributes.integer("keepdims", 1));
        graph.op("Greater", "written", List.of(any, graph.scalar("half", 0.5f)));
        if (config.shape() == DecoderShape.LLAMA) {
            table("cosine", positions, false);
            table("sine", positions, true);
        }
    }

    private void table(String name, DecoderGraph.Positions positions, boolean sine) {
        int width = config.headSize();
        Fill fill = new Fill.Rotation(width, width, config.ropeTheta(), sine);
        String table = graph.buffer("rope." + name, fill, config.context(), width);
        String rows =
                graph.op("Gather", name + ".rows", List.of(table, positions.rows()), Attributes.integer("axis", 0));
        graph.op("Reshape", name, List.of(rows, graph.longs("rope_shape", -1, 1, width)));
    }

    @Override
    public String apply(String at, int layer, String query, String key, String value) {
        long kv = config.kvHeads();
        long group = config.heads() / config.kvHeads();
        long size = config.headSize();
        String queries = rotated(at + ".q", query, config.heads());
        String grouped =
                graph.op("Reshape", at + ".q.groups", List.of(queries, graph.longs("groups", -1, kv, group, size)));
        String byHead = transposed(at + ".q.heads", grouped, 1, 2, 0, 3);
        String flat = graph.op("Reshape", at + ".q.flat", List.of(byHead, graph.longs("flat_groups", 1, kv, -1, size)));

        String keys = cached(at, layer, "key", rotated(at + ".k", key, config.kvHeads()));
        String values = cached(at, layer, "value", value);
        String turned = transposed(at + ".k.turned", keys, 0, 1, 3, 2);
        String scores = graph.op("MatMul", at + ".scores", List.of(flat, turned));
        float root = (float) (1 / StrictMath.sqrt((double) size));
        String scaled = config.shape() == DecoderShape.T5
                ? scores
                : graph.op("Mul", at + ".scaled", List.of(scores, graph.scalar("score_scale", root)));
        String wide = graph.op(
                "Reshape",
                at + ".scores.groups",
                List.of(scaled, graph.longs("score_groups", kv, group, -1, config.context())));
        String masked = graph.op("Add", at + ".masked", List.of(wide, "mask"));
        String shares = graph.op("Softmax", at + ".softmax", List.of(masked), Attributes.integer("axis", -1));
        String rows = graph.op(
                "Reshape",
                at + ".softmax.flat",
                List.of(shares, graph.longs("flat_scores", 1, kv, -1, config.context())));
        String found = graph.op("MatMul", at + ".found", List.of(rows, values));
        String split = graph.op(
                "Reshape", at + ".found.groups", List.of(found, graph.longs("found_groups", kv, group, -1, size)));
        String beside = transposed(at + ".found.heads", split, 2, 0, 1, 3);
        return graph.op(
                "Reshape", at + ".context", List.of(beside, graph.longs("flat_heads", -1, config.heads() * size)));
    }

    /** The cache with the new rows, [sequence, kvHeads * headSize] in any shape, in their places. */
    private String cached(String at, int layer, String what, String rows) {
        long kv = config.kvHeads();
        long size = config.headSize();
        String name = at + ".present_" + what;
        String flat = graph.op("Reshape", name + ".rows", List.of(rows, graph.longs("flat_keys", -1, kv * size)));
        String placed = graph.op("MatMul", name + ".placed", List.of("places", flat));
        String heads = graph.op(
                "Reshape", name + ".heads", List.of(placed, graph.longs("cache_heads", 1, config.context(), kv, size)));
        String turned = transposed(name + ".turned", heads, 0, 2, 1, 3);
        return graph.op("Where", name, List.of("written", turned, DecoderConfig.past(layer, what)));
    }

    /** [sequence, heads, headSize], turned by its position if positions are rotary. */
    private String rotated(String name, String x, int heads) {
        int size = config.headSize();
        String split = graph.op("Reshape", name + ".split", List.of(x, graph.longs("split_" + heads, -1, heads, size)));
        if (config.shape() != DecoderShape.LLAMA) {
            return split;
        }
        String first = half(name + ".first", split, 0, size / 2);
        String second = half(name + ".second", split, size / 2, size);
        String exchanged =
                graph.op("Concat", name + ".exchanged", List.of(second, first), Attributes.integer("axis", -1));
        String straight = graph.op("Mul", name + ".cosine", List.of(split, "cosine"));
        String across = graph.op("Mul", name + ".sine", List.of(exchanged, "sine"));
        return graph.op("Add", name + ".rotated", List.of(straight, across));
    }

    private String half(String name, String x, long from, long to) {
        return graph.op(
                "Slice",
                name,
                List.of(
                        x,
                        graph.longs("from_" + from, from),
                        graph.longs("to_" + to, to),
                        graph.longs("last_of_three", 2)));
    }

    private String transposed(String name, String x, long... permutation) {
        return graph.op("Transpose", name, List.of(x), Attributes.ints("perm", permutation));
    }
}
