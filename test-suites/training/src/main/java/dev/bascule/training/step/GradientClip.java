package dev.bascule.training.step;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gradients scaled down so that all together are no longer than a norm (Pascanu et al. 2013). Stateless. */
final class GradientClip {
    private GradientClip() {}

    static Map<String, Symbol> byNorm(Operators on, Map<String, Symbol> gradients, double norm) {
        Symbol square = gradients.values().stream()
                .map(each -> on.total(on.mul(each, each)))
                .reduce(on::add)
                .orElseThrow();
        Symbol length = on.sqrt(square);
        // The factor is norm / length where that is below 1: without Min, which not every backend has.
        Symbol over = on.greater(length, on.scalar(norm));
        Symbol factor = on.add(
                on.sub(on.scalar(1), over), on.mul(over, on.div(on.scalar(norm), on.add(length, on.scalar(1e-12)))));
        Map<String, Symbol> clipped = new LinkedHashMap<>();
        gradients.forEach((name, each) -> clipped.put(name, on.mul(each, factor)));
        return clipped;
    }
}
