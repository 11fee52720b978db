package dev.bascule.training.network;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** Long short-term memory (Hochreiter and Schmidhuber 1997) as ONNX's LSTM has it, without peepholes, of primitives. Immutable. */
record LstmCell(Gate input, Gate output, Gate forget, Gate candidate) {

    /** What is passed from step to step: [batch, hidden] each. */
    record State(Symbol hidden, Symbol cell) {}

    /** @param x [batch, features] */
    State next(Operators on, Symbol x, State state) {
        Symbol kept = on.mul(sigmoid(on, forget.of(on, x, state.hidden())), state.cell());
        Symbol fresh =
                on.mul(sigmoid(on, input.of(on, x, state.hidden())), tanh(on, candidate.of(on, x, state.hidden())));
        Symbol cell = on.add(kept, fresh);
        Symbol hidden = on.mul(sigmoid(on, output.of(on, x, state.hidden())), tanh(on, cell));
        return new State(hidden, cell);
    }

    private static Symbol sigmoid(Operators on, Symbol x) {
        return on.graph().op("Sigmoid", List.of(x));
    }

    private static Symbol tanh(Operators on, Symbol x) {
        return on.graph().op("Tanh", List.of(x));
    }
}
