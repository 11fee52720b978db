package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** For y = x/(1 + |x|), dy = (1 − |y|)²·dx. */
final class SoftsignRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Softsign");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        Symbol y = at.output();
        return on.square(on.sub(on.scalar(y, 1), on.graph().op("Abs", List.of(y))));
    }
}
