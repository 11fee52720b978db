package dev.bascule.execution.reference;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rule for inputs of which no exact result is known, of a model whose 16-bit floats may be added up in 16 bits: as wide, relative to an
 * output's usual magnitude, as those sums were seen to be for the inputs of which it is known.
 *
 * @param relative by output
 */
record NarrowRule(ToleranceRule rule, Map<String, Double> relative) implements ToleranceRule {

    static NarrowRule of(Reference exact, ToleranceRule rule) {
        Map<String, Double> relative = new HashMap<>();
        for (int step = 0; step < exact.narrow().size(); step++) {
            Map<String, Tensor> outputs = exact.steps().get(step);
            Map<String, RoundingNoise> narrow = exact.narrow().get(step);
            outputs.forEach((name, output) -> Optional.ofNullable(narrow.get(name))
                    .ifPresent(noise -> relative.merge(name, of(noise, output), Math::max)));
        }
        return new NarrowRule(rule, relative);
    }

    private static double of(RoundingNoise noise, Tensor output) {
        double most = 0;
        for (int i = 0; i < noise.elements(); i++) {
            most = noise.isUndetermined(i) ? most : Math.max(most, noise.deviation(i));
        }
        double usual = Magnitude.of(output).typical();
        double limit = ((ElementTolerance.Noise) noise.tolerance().perElement()).limit();
        return usual > 0 ? limit * most / usual : 0;
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        return wider(output, rule.of(output, dtype));
    }

    @Override
    public Optional<Tolerance> widened(String output, DType dtype) {
        return rule.widened(output, dtype).map(spread -> wider(output, spread));
    }

    private Tolerance wider(String output, Tolerance usual) {
        double wider = Math.min(Tolerance.MOST, relative.getOrDefault(output, 0.0));
        return usual.perElement() instanceof ElementTolerance.Scaled scaled && wider > scaled.relative()
                ? new Tolerance(
                        new ElementTolerance.Scaled(wider, scaled.floor()),
                        usual.basis() + "; as wide as sums of 16-bit floats in 16 bits")
                : usual;
    }
}
