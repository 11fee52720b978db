package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Optional;

/** A gated recurrent unit of 32 hidden numbers, one copy of it for each step; classes follow from its last state. */
record UnrolledGru(Task task) implements Network {
    /** More copies than this make a graph that browsers take long to load. */
    static final long MOST_STEPS = 64;

    private static final long HIDDEN = 32;
    private static final long FEATURES = 16;

    @Override
    public String name() {
        return "gru";
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
        Symbol embedding = layers.matrix("embedding", steps.dim(2), FEATURES);
        GruCell cell = new GruCell(gate(layers, "update"), gate(layers, "reset"), candidate(layers), true);
        Symbol state = on.filled(Shape.of(batch.dim(0), HIDDEN), 0);
        for (long step = 0; step < steps.dim(1); step++) {
            // Cut out before any parameter: no gradient has to go back through the cut.
            Symbol here = on.reshape(on.slice(steps, 1, step, step + 1), Shape.of(steps.dim(0), steps.dim(2)));
            state = cell.next(on, on.matMul(here, embedding), state);
        }
        return layers.project("classes", state, classes());
    }

    private static Gate gate(Layers layers, String name) {
        return new Gate(
                layers.matrix(name + ".input", FEATURES, HIDDEN),
                layers.matrix(name + ".recurrent", HIDDEN, HIDDEN),
                layers.zeros(name + ".bias", HIDDEN),
                Optional.empty());
    }

    private static Gate candidate(Layers layers) {
        Gate plain = gate(layers, "candidate");
        return new Gate(
                plain.input(),
                plain.recurrent(),
                plain.bias(),
                Optional.of(layers.zeros("candidate.recurrent_bias", HIDDEN)));
    }
}
