package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Powers: d(aᵇ) = b·aᵇ⁻¹·da + aᵇ·log(a)·db. With an exponent that is one constant no power is computed where products do. Where the
 * exponent is 0 the slope is 0 at any base, 0 too; to other powers below 1 it is infinite at base 0. The gradient by the exponent is defined
 * for positive bases only.
 */
final class PowRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Pow");
    }

    @Override
    public String limits() {
        return "infinite at base 0 to powers below 1 other than 0; by the exponent for positive bases alone";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol base = at.input(0);
        Symbol exponent = at.input(1);
        return List.of(
                at.wanted(0, () -> on.sumTo(on.mul(at.gradient(), slope(at, on)), base.shape())),
                at.wanted(
                        1, () -> on.sumTo(on.mul(at.gradient(), on.mul(at.output(), on.log(base))), exponent.shape())));
    }

    private static Symbol slope(Backward at, Operators on) {
        Symbol base = at.input(0);
        OptionalDouble constant = Contents.only(at.node(), 1, on);
        if (constant.isEmpty()) {
            Symbol exponent = at.input(1).dtype() == base.dtype() ? at.input(1) : on.cast(at.input(1), base.dtype());
            // Less 1, but of the exponent 0 nothing: 0·a⁻¹ would be no number at base 0.
            Symbol less = on.add(on.positive(exponent), on.negative(exponent));
            return on.mul(exponent, on.pow(base, on.sub(exponent, less)));
        }
        return slope(base, constant.getAsDouble(), on);
    }

    private static Symbol slope(Symbol base, double exponent, Operators on) {
        if (exponent == 0 || exponent == 1) {
            return on.scalar(base, exponent);
        }
        if (exponent == 2) {
            return on.mul(base, 2);
        }
        return exponent == 3
                ? on.mul(on.square(base), 3)
                : on.mul(on.pow(base, on.scalar(base, exponent - 1)), exponent);
    }
}
