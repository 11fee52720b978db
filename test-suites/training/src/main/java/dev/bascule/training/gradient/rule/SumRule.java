package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sums, differences and means: d(a + b) = da + db; what was broadcast is summed again. */
final class SumRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Add", "Sub", "Sum", "Mean");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        int count = at.node().inputs().size();
        return IntStream.range(0, count)
                .mapToObj(i -> at.wanted(
                        i, () -> on.sumTo(term(at, i, count, on), at.input(i).shape())))
                .toList();
    }

    private static Symbol term(Backward at, int index, int count, Operators on) {
        return switch (at.node().operator()) {
            case "Sub" -> index == 1 ? on.neg(at.gradient()) : at.gradient();
            case "Mean" -> on.mul(at.gradient(), 1.0 / count);
            default -> at.gradient();
        };
    }
}
