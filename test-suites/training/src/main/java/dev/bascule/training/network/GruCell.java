package dev.bascule.training.network;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/**
 * A gated recurrent unit (Cho et al. 2014) as ONNX's GRU has it, of primitives, so that it needs no rule of its own. Immutable.
 *
 * @param linearBeforeReset whether the state is multiplied by weights before the reset gate, as in PyTorch, or after it
 */
record GruCell(Gate update, Gate reset, Gate candidate, boolean linearBeforeReset) {

    /**
     * @param x [batch, features]
     * @param state [batch, hidden]
     * @return the next state
     */
    Symbol next(Operators on, Symbol x, Symbol state) {
        Symbol z = on.graph().op("Sigmoid", List.of(update.of(on, x, state)));
        Symbol r = on.graph().op("Sigmoid", List.of(reset.of(on, x, state)));
        Symbol sum = linearBeforeReset
                ? on.add(candidate.ofInput(on, x), on.mul(r, candidate.ofState(on, state)))
                : candidate.of(on, x, on.mul(r, state));
        Symbol n = on.graph().op("Tanh", List.of(sum));
        return on.add(n, on.mul(z, on.sub(state, n)));
    }
}
