package dev.bascule.training.network;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Optional;

/**
 * What a gate of a recurrent unit sums up, before its activation. Immutable.
 *
 * @param input [features, hidden]
 * @param recurrent [hidden, hidden]
 * @param bias [hidden]
 * @param recurrentBias [hidden], where what comes of the state is not merely added
 */
record Gate(Symbol input, Symbol recurrent, Symbol bias, Optional<Symbol> recurrentBias) {

    Symbol ofInput(Operators on, Symbol x) {
        return on.add(on.matMul(x, input), bias);
    }

    Symbol ofState(Operators on, Symbol state) {
        Symbol product = on.matMul(state, recurrent);
        return recurrentBias.map(more -> on.add(product, more)).orElse(product);
    }

    Symbol of(Operators on, Symbol x, Symbol state) {
        return on.add(ofInput(on, x), ofState(on, state));
    }
}
