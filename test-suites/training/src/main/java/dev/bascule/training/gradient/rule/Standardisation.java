package dev.bascule.training.gradient.rule;

import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;

/** What it takes to go back through (x − mean) / √(variance + ε), the moments being those of x itself. Stateless. */
final class Standardisation {
    private Standardisation() {}

    /**
     * Of each group of elements.
     *
     * @param standard (x − mean) / √(variance + ε)
     * @param scale 1 / √(variance + ε), of size 1 along the group's axes
     */
    record Group(Symbol standard, Symbol scale) {}

    static Group of(Operators on, Symbol x, double epsilon, long... axes) {
        Symbol centred = on.sub(x, on.reduceMean(x, true, axes));
        Symbol variance = on.reduceMean(on.mul(centred, centred), true, axes);
        Symbol scale = on.reciprocal(on.sqrt(on.add(variance, epsilon)));
        return new Group(on.mul(centred, scale), scale);
    }

    /** The gradient by x, where this is the one by what is standardised. */
    static Symbol gradient(Operators on, Group group, Symbol gradient, long... axes) {
        Symbol mean = on.reduceMean(gradient, true, axes);
        Symbol slope = on.reduceMean(on.mul(gradient, group.standard()), true, axes);
        return on.mul(on.sub(on.sub(gradient, mean), on.mul(group.standard(), slope)), group.scale());
    }
}
