package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/**
 * Two transformer blocks (Vaswani et al. 2017) that normalise first (Xiong et al. 2020), with four heads of 8 numbers and learned positions;
 * classes follow from the mean over all positions.
 */
record TransformerMicro(Task task) implements Network {
    /** Scores of attention grow with the square. */
    static final long MOST_POSITIONS = 256;

    private static final long WIDTH = 32;
    private static final long HEADS = 4;
    private static final long INNER = 64;
    private static final int BLOCKS = 2;
    private static final double DEVIATION = 0.02;

    @Override
    public String name() {
        return "transformer-micro";
    }

    @Override
    public DType dtype() {
        return task.dtype();
    }

    @Override
    public Shape sample() {
        return task.sample();
    }

    @Override
    public int classes() {
        return task.classes();
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        Layers layers = new Layers(on, seed);
        Symbol steps = Steps.of(layers, task, batch);
        long length = steps.dim(1);
        Symbol rows = on.reshape(steps, Shape.of(steps.dim(0) * length, steps.dim(2)));
        Symbol embedded = on.matMul(rows, layers.matrix("embedding", steps.dim(2), WIDTH));
        Shape positions = Shape.of(length, WIDTH);
        Symbol x = on.add(
                on.reshape(embedded, Shape.of(steps.dim(0), length, WIDTH)),
                on.graph().parameter("positions", layers.initial().normal("positions", positions, DEVIATION), false));
        for (int block = 1; block <= BLOCKS; block++) {
            String name = "block" + block;
            Symbol attended = attention(layers, name + ".attention", layers.layerNorm(name + ".norm1", x));
            x = on.add(x, layers.dropout(name + ".attention", attended));
            Symbol inner = layers.dense(name + ".inner", layers.layerNorm(name + ".norm2", x), INNER);
            Symbol outer = layers.project(name + ".outer", layers.relu(inner), WIDTH);
            x = on.add(x, layers.dropout(name + ".outer", outer));
        }
        Symbol mean = on.reduceMean(layers.layerNorm("norm", x), false, 1);
        return layers.project("classes", mean, classes());
    }

    private static Symbol attention(Layers layers, String name, Symbol x) {
        Operators on = layers.on();
        Symbol query = heads(on, layers.project(name + ".query", x, WIDTH), 0, 2, 1, 3);
        Symbol key = heads(on, layers.project(name + ".key", x, WIDTH), 0, 2, 3, 1);
        Symbol value = heads(on, layers.project(name + ".value", x, WIDTH), 0, 2, 1, 3);
        Symbol scores = on.mul(on.matMul(query, key), 1 / Math.sqrt((double) WIDTH / HEADS));
        Symbol weights = on.graph().op("Softmax", List.of(scores), Attributes.integer("axis", -1));
        Symbol read = on.transpose(on.matMul(weights, value), 0, 2, 1, 3);
        return layers.project(name + ".out", on.reshape(read, x.shape()), WIDTH);
    }

    /** [batch, length, heads, numbers] in another order. */
    private static Symbol heads(Operators on, Symbol x, long... order) {
        Symbol split = on.reshape(x, Shape.of(x.dim(0), x.dim(1), HEADS, WIDTH / HEADS));
        return on.transpose(split, order);
    }
}
