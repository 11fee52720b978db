package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Lengths of groups, by whatever measure: d(Σx²) = 2x·dx, d√Σx² = x/y·dx and 0 at zero, d(Σ|x|) = sign(x)·dx, d(log Σeˣ) = eˣ⁻ʸ·dx, d(log Σx) = dx/eʸ. */
final class NormRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare");
    }

    @Override
    public String limits() {
        return "of ReduceL1 and ReduceL2 it is 0 at zero";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Shape kept = Axes.kept(x.shape(), Axes.reduced(at.node(), on));
        return List.of(at.wanted(0, () -> {
            Symbol gradient = on.reshape(at.gradient(), kept);
            return on.expand(
                    on.mul(gradient, slope(at.node().operator(), x, on.reshape(at.output(), kept), on)), x.shape());
        }));
    }

    /** Of a shape that is broadcast to the input's. */
    private static Symbol slope(String operator, Symbol x, Symbol y, Operators on) {
        return switch (operator) {
            case "ReduceL1" -> on.sign(x);
            case "ReduceL2" -> on.div(x, on.add(y, on.notGreater(y, on.scalar(y, 0))));
            case "ReduceLogSum" -> on.exp(on.neg(y));
            case "ReduceLogSumExp" -> on.exp(on.sub(x, y));
            default -> on.mul(x, 2);
        };
    }
}
