package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** 0 below −3, 1 above 3, and x/3 + 1/2 between. */
final class HardSwishRule implements Derivative {
    private static final double END = 3;

    @Override
    public List<String> operators() {
        return List.of("HardSwish");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol above = on.greater(x, on.scalar(x, END));
        Symbol between = on.sub(on.greater(x, on.scalar(x, -END)), above);
        return on.add(above, on.mul(between, on.add(on.mul(x, 1 / END), 0.5)));
    }
}
