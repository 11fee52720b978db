package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The greatest or least of several, element by element: those that are it share the gradient, as in PyTorch. */
final class ExtremeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Max", "Min");
    }

    @Override
    public String limits() {
        return "values that are equal share it";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        boolean greatest = at.node().operator().equals("Max");
        Symbol y = at.output();
        List<Symbol> chosen = at.node().inputs().stream()
                .flatMap(Optional::stream)
                .map(each -> greatest ? on.notGreater(y, each) : on.notGreater(each, y))
                .toList();
        Symbol share = on.div(at.gradient(), chosen.stream().reduce(on::add).orElseThrow());
        return IntStream.range(0, chosen.size())
                .mapToObj(i -> at.wanted(
                        i,
                        () -> on.sumTo(on.mul(share, chosen.get(i)), at.input(i).shape())))
                .toList();
    }
}
