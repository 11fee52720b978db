package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Convolutions over one axis or more, with strides, padding, dilations and groups. */
final class ConvRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Conv");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol w = at.input(1);
        Symbol gradient = at.gradient();
        Window window = Window.over(at.node(), spatial(x), spatial(gradient), spatial(w));
        Correlation products = new Correlation(on, window, at.node().integer("group", 1));
        return List.of(
                at.wants(0) ? Optional.of(products.large(gradient, w)) : Optional.empty(),
                at.wants(1) ? Optional.of(products.weights(x, gradient)) : Optional.empty(),
                at.wants(2) ? Optional.of(Correlation.bias(on, gradient)) : Optional.empty());
    }

    /** The sizes behind the first two. */
    static List<Long> spatial(Symbol symbol) {
        return symbol.shape().dims().subList(2, symbol.rank());
    }
}
