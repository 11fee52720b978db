package dev.bascule.execution.reference;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import java.util.Optional;

/**
 * A rule whose tolerances say something more.
 *
 * @param note after what they are based on
 */
record NotedRule(ToleranceRule rule, String note) implements ToleranceRule {
    @Override
    public Tolerance of(String output, DType dtype) {
        return noted(rule.of(output, dtype));
    }

    @Override
    public Optional<Tolerance> widened(String output, DType dtype) {
        return rule.widened(output, dtype).map(this::noted);
    }

    private Tolerance noted(Tolerance tolerance) {
        return new Tolerance(tolerance.perElement(), "%s; %s".formatted(tolerance.basis(), note));
    }
}
