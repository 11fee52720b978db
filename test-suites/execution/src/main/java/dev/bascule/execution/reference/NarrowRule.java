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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule for inputs of which no exact result is known, of a model that may be computed narrower than is usual: as wide, relative to an
 * output's usual magnitude, as that was seen to be for the inputs of which it is known.
 *
 * @param relative by output
 * @param how it may be computed
 */
record NarrowRule(ToleranceRule rule, Map<String, Double> relative, String how) implements ToleranceRule {

    /** @param noise by step and output: what rounding makes of the exact outputs where it is computed so */
    static NarrowRule of(Reference exact, List<Map<String, RoundingNoise>> noise, ToleranceRule rule, String how) {
        Map<String, Double> relative = new HashMap<>();
        for (int step = 0; step < noise.size(); step++) {
            Map<String, Tensor> outputs = exact.steps().get(step);
            Map<String, RoundingNoise> narrow = noise.get(step);
            outputs.forEach((name, output) -> Optional.ofNullable(narrow.get(name))
                    .ifPresent(known -> relative.merge(name, of(known, output), Math::max)));
        }
        return new NarrowRule(rule, relative, how);
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
                        new ElementTolerance.Scaled(wider, scaled.floor()), usual.basis() + "; as wide as " + how)
                : usual;
    }
}
