package dev.bascule.training.gradient.rule;

import static dev.bascule.training.gradient.rule.ConvRule.spatial;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Transposed convolutions: large and small sides of a convolution with their parts exchanged. Not where {@code output_shape} is given. */
final class ConvTransposeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("ConvTranspose");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol w = at.input(1);
        Symbol gradient = at.gradient();
        Window window = Window.under(at.node(), spatial(gradient), spatial(x), spatial(w));
        Correlation products = new Correlation(on, window, at.node().integer("group", 1));
        return List.of(
                at.wants(0) ? Optional.of(products.small(gradient, w)) : Optional.empty(),
                at.wants(1) ? Optional.of(products.weights(gradient, x)) : Optional.empty(),
                at.wants(2) ? Optional.of(Correlation.bias(on, gradient)) : Optional.empty());
    }
}
