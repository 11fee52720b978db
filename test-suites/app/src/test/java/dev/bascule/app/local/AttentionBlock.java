package dev.bascule.app.local;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Network;
import java.util.List;
import java.util.SplittableRandom;

/** Tokens, one block of attention with two heads, a gate of many curves: small, and of many operators. */
record AttentionBlock() implements Network {
    static final int TOKENS = 11;
    private static final int LENGTH = 5;
    private static final int WIDTH = 8;
    private static final int HEADS = 2;

    @Override
    public String name() {
        return "attention";
    }

    @Override
    public DType dtype() {
        return DType.INT64;
    }

    @Override
    public Shape sample() {
        return Shape.of(LENGTH);
    }

    @Override
    public int classes() {
        return 3;
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long count = batch.dim(0);
        Symbol table = weight(on, random, "table", TOKENS, WIDTH);
        Symbol x = on.add(
                on.graph().op("Gather", List.of(table, batch), Attributes.integer("axis", 0)),
                weight(on, random, "places", LENGTH, WIDTH));
        Symbol q = heads(on, on.matMul(x, weight(on, random, "query", WIDTH, WIDTH)), count);
        Symbol k = heads(on, on.matMul(x, weight(on, random, "key", WIDTH, WIDTH)), count);
        Symbol v = heads(on, on.matMul(x, weight(on, random, "value", WIDTH, WIDTH)), count);
        Symbol scores = on.mul(on.matMul(q, on.transpose(k, 0, 1, 3, 2)), 0.5);
        Symbol shares = on.graph().op("Softmax", List.of(scores), Attributes.integer("axis", -1));
        Symbol mixed = on.reshape(on.transpose(on.matMul(shares, v), 0, 2, 1, 3), Shape.of(count, LENGTH, WIDTH));
        Symbol normal = on.graph()
                .op(
                        "LayerNormalization",
                        List.of(
                                on.add(x, mixed),
                                weight(on, random, "gain", WIDTH),
                                weight(on, random, "shift", WIDTH)),
                        Attributes.integer("axis", -1));
        Symbol wide = on.matMul(normal, weight(on, random, "wide", WIDTH, 6));
        Symbol gated = on.mul(wide, on.graph().op("Sigmoid", List.of(wide)));
        Symbol curved = on.add(gated, on.mul(wide, on.graph().op("Erf", List.of(wide))));
        Symbol first = on.graph().op("Tanh", List.of(on.slice(curved, 2, 0, 3)));
        Symbol second = on.slice(curved, 2, 3, 6);
        Symbol joined = on.graph().op("Concat", List.of(first, second), Attributes.integer("axis", 2));
        return on.matMul(on.reduceMean(joined, false, 1), weight(on, random, "classes", 6, classes()));
    }

    private static Symbol heads(Operators on, Symbol x, long count) {
        return on.transpose(on.reshape(x, Shape.of(count, LENGTH, HEADS, WIDTH / HEADS)), 0, 2, 1, 3);
    }

    private static Symbol weight(Operators on, SplittableRandom random, String name, long... dims) {
        Shape shape = Shape.of(dims);
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (0.6 * random.nextGaussian());
        }
        return on.graph().parameter(name, Tensor.floats(shape, values), dims.length > 1);
    }
}
