package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;

/** Two hidden layers of 128 and 64 units, whatever the shape of a sample. */
record Mlp(Shape sample, int classes) implements Network {
    @Override
    public String name() {
        return "mlp";
    }

    @Override
    public DType dtype() {
        return DType.FLOAT32;
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        Layers layers = new Layers(on, seed);
        Symbol first = layers.dropout("hidden1", layers.relu(layers.dense("hidden1", layers.flat(batch), 128)));
        Symbol second = layers.dropout("hidden2", layers.relu(layers.dense("hidden2", first, 64)));
        return layers.project("classes", second, classes);
    }
}
