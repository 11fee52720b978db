package dev.bascule.training.gradient.rule;

import static dev.bascule.training.gradient.rule.ConvRule.spatial;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/**
 * The gradient goes to the first of the largest under each window: see {@link FirstMaximum}. It is found by comparing, for WebNN's pooling
 * gives no indices; a backend whose pooling gives other numbers than those that it was given loses gradients by this.
 */
final class MaxPoolRule implements GradientRule {
    private static final double LEAST_HALF = -65504;

    @Override
    public List<String> operators() {
        return List.of("MaxPool");
    }

    @Override
    public String limits() {
        return "among equal ones the first takes it";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol gradient = at.gradient();
        Window window = Window.over(
                at.node(),
                spatial(x),
                spatial(gradient),
                at.node().integers("kernel_shape").orElseThrow());
        long planes = x.dim(0) * x.dim(1);
        Patches patches = new Patches(on, window, planes);
        Shape places = Shape.of(planes, 1, window.places());
        Symbol first = FirstMaximum.of(
                on,
                patches.taken(x, x.dtype() == DType.FLOAT16 ? LEAST_HALF : -Float.MAX_VALUE),
                on.reshape(at.output(), places));
        return List.of(Optional.of(patches.spread(on.mul(first, on.reshape(gradient, places)), x.shape())));
    }
}
