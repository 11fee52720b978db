package dev.bascule.studies.decode;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A decoder of one layer with two heads and seeded weights, whose cache has its full size from the start. With a fault it computes
 * something near by.
 */
public final class TinyDecoder {
    public static final int VOCABULARY = 32;
    public static final int CONTEXT = 64;
    private static final int WIDTH = 8;
    private static final int HEADS = 2;
    private static final int SIZE = 4;
    private static final long SEED = 7;
    private static final float SPREAD = 0.5f;

    /** What is wrong with it. */
    public enum Fault {
        NONE,
        /** Keys of one head meet queries of the other. */
        SWAPPED_HEADS,
        /** Each token stands one place further on. */
        POSITION_OFF_BY_ONE,
        /** One number of one matrix is half as large again. */
        CORRUPTED_WEIGHT,
        /** What a token leaves in the cache is forgotten. */
        STALE_CACHE
    }

    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("tiny");
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Fault fault;

    private TinyDecoder(Fault fault) {
        this.fault = fault;
    }

    public static byte[] bytes(Fault fault) {
        return model(fault).toByteArray();
    }

    static ModelProto model(Fault fault) {
        return new TinyDecoder(fault).build();
    }

    /** The right one, but that a token is so much likelier, or unlikelier, than it is. */
    static ModelProto leaning(int token, float by) {
        ModelProto right = model(Fault.NONE);
        GraphProto.Builder graph = right.getGraph().toBuilder();
        graph.getNodeBuilderList().forEach(node -> {
            if (node.getOutput(0).equals("logits")) {
                node.setOutput(0, "logits.right");
            }
        });
        float[] lean = new float[VOCABULARY];
        lean[token] = by;
        graph.addInitializer(Protos.tensor("lean", Tensor.floats(Shape.of(VOCABULARY), lean)))
                .addNode(Protos.node("Add", "leaning", List.of("logits.right", "lean"), List.of("logits")));
        return right.toBuilder().setGraph(graph).build();
    }

    private ModelProto build() {
        List<Object> cache = List.of(1, HEADS, CONTEXT, SIZE);
        graph.addInput(Protos.typed("input_ids", DType.INT64, List.of(1, "sequence")))
                .addInput(Protos.typed("position", DType.INT64, List.of(1)))
                .addInput(Protos.typed("past.0.key", DType.FLOAT32, cache))
                .addInput(Protos.typed("past.0.value", DType.FLOAT32, cache));
        weight("embedding", VOCABULARY, WIDTH);
        weight("places", CONTEXT + 1, WIDTH);
        for (String matrix : List.of("query", "key", "value", "mix")) {
            weight(matrix, WIDTH, WIDTH);
        }
        weight("unembedding", WIDTH, VOCABULARY);
        longs("columns", CONTEXT);
        constant(
                "slots",
                Tensor.longs(Shape.of(1, CONTEXT), LongStream.range(0, CONTEXT).toArray()));
        constant("zero", Tensor.longs(Shape.of(), 0));
        constant("one", Tensor.longs(Shape.of(), 1));
        constant("axis1", Tensor.longs(Shape.of(1), 1));
        constant("hidden", Tensor.floats(Shape.of(), -10_000));
        constant("ones", Tensor.floats(Shape.of(), 1));
        constant("scale", Tensor.floats(Shape.of(), 0.5f));
        constant("apart", Tensor.longs(Shape.of(4), 1, -1, HEADS, SIZE));
        constant("joined", Tensor.longs(Shape.of(3), 1, -1, WIDTH));
        positions();
        op("Gather", "embedded", "embedding", "input_ids");
        op("Gather", "placed", "places", "positions");
        op("Add", "state", "embedded", "placed");
        for (String part : List.of("query", "key", "value")) {
            op("MatMul", part + ".flat", "state", part);
            op("Reshape", part + ".split", part + ".flat", "apart");
            transpose(part + ".split", part + ".own", 0, 2, 1, 3);
        }
        remember("key");
        remember("value");
        String keys = "present.0.key";
        if (fault == Fault.SWAPPED_HEADS) {
            constant("order", Tensor.longs(Shape.of(2), 1, 0));
            graph.addNode(Protos.node(
                    "Gather",
                    "swapped",
                    List.of("present.0.key", "order"),
                    List.of("swapped"),
                    Attributes.integer("axis", 1)));
            keys = "swapped";
        }
        transpose(keys, "keys", 0, 1, 3, 2);
        op("MatMul", "raw", "query.own", "keys");
        op("Mul", "scaled", "raw", "scale");
        op("LessOrEqual", "seen", "slots", "rows");
        op("Where", "masked", "seen", "scaled", "hidden");
        op("Softmax", "attention", "masked");
        op("MatMul", "taken", "attention", "present.0.value");
        transpose("taken", "turned", 0, 2, 1, 3);
        op("Reshape", "together", "turned", "joined");
        op("MatMul", "mixed", "together", "mix");
        op("Add", "next", "state", "mixed");
        op("MatMul", "logits", "next", "unembedding");
        graph.addOutput(Protos.typed("logits", DType.FLOAT32, List.of(1, "sequence", VOCABULARY)))
                .addOutput(Protos.typed("present.0.key", DType.FLOAT32, cache))
                .addOutput(Protos.typed("present.0.value", DType.FLOAT32, cache));
        return Protos.model(17, graph);
    }

    /** The place of each token, as a list and as a column. */
    private void positions() {
        op("Shape", "ids.shape", "input_ids");
        constant("second", Tensor.longs(Shape.of(), 1));
        op("Gather", "sequence", "ids.shape", "second");
        op("Range", "ahead", "zero", "sequence", "one");
        op("Add", fault == Fault.POSITION_OFF_BY_ONE ? "right.positions" : "positions", "ahead", "position");
        if (fault == Fault.POSITION_OFF_BY_ONE) {
            op("Add", "positions", "right.positions", "one");
        }
        String slots = fault == Fault.POSITION_OFF_BY_ONE ? "right.positions" : "positions";
        op("Unsqueeze", "rows", slots, "axis1");
        op("Equal", "hits", "rows", "slots");
        graph.addNode(Protos.node(
                "Cast",
                "written",
                List.of("hits"),
                List.of("written"),
                Attributes.integer("to", DType.FLOAT32.onnx())));
        graph.addNode(Protos.node(
                "Transpose", "writes", List.of("written"), List.of("writes"), Attributes.ints("perm", 1, 0)));
        graph.addNode(Protos.node(
                "ReduceSum",
                "touched",
                List.of("writes", "axis1"),
                List.of("touched"),
                Attributes.integer("keepdims", 1)));
        op("Sub", "kept", "ones", "touched");
    }

    private void remember(String part) {
        op("MatMul", part + ".spread", "writes", part + ".own");
        op("Mul", part + ".rest", "past.0." + part, "kept");
        if (fault == Fault.STALE_CACHE) {
            op("Add", part + ".both", part + ".rest", part + ".spread");
            op("Sub", "present.0." + part, part + ".both", part + ".spread");
        } else {
            op("Add", "present.0." + part, part + ".rest", part + ".spread");
        }
    }

    private void transpose(String from, String to, int... order) {
        graph.addNode(Protos.node(
                "Transpose",
                to,
                List.of(from),
                List.of(to),
                Attributes.ints("perm", Arrays.stream(order).asLongStream().toArray())));
    }

    private void op(String type, String output, String... inputs) {
        graph.addNode(Protos.node(type, output, List.of(inputs), List.of(output)));
    }

    private void longs(String name, long... values) {
        constant(name, Tensor.longs(Shape.of(values.length), values));
    }

    private void constant(String name, Tensor tensor) {
        graph.addInitializer(Protos.tensor(name, tensor));
    }

    private void weight(String name, int rows, int columns) {
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian() * SPREAD;
        }
        if (fault == Fault.CORRUPTED_WEIGHT && name.equals("mix")) {
            values[3] *= 1.5f;
        }
        constant(name, Tensor.floats(Shape.of(rows, columns), values));
    }
}
