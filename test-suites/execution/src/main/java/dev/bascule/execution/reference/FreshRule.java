package dev.bascule.execution.reference;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rule of fresh inputs, of which nobody knows how far rounding moves each value: not less than it moves the most sensitive one
 * of the timed inputs, and native CPU's, which is the reference here, as well.
 *
 * @param rule the case's own
 * @param floors by output, how far a float may lie off at least
 */
record FreshRule(ToleranceRule rule, Map<String, Double> floors) implements ToleranceRule {
    /** The engine's rounding, and native CPU's. */
    private static final int SIDES = 2;

    FreshRule {
        floors = Map.copyOf(floors);
    }

    /** @param exact the case's outputs, with their noise */
    static FreshRule of(ToleranceRule rule, Reference exact) {
        Map<String, Double> floors = new HashMap<>();
        exact.noise().forEach(step -> step.forEach((output, noise) -> floors.merge(output, widest(noise), Math::max)));
        return new FreshRule(rule, floors);
    }

    private static double widest(RoundingNoise noise) {
        double most = 0;
        for (int i = 0; i < noise.elements(); i++) {
            most = noise.isUndetermined(i) ? most : Math.max(most, noise.deviation(i));
        }
        return noise.tolerance().perElement() instanceof ElementTolerance.Noise each ? SIDES * each.limit() * most : 0;
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        return rule.of(output, dtype);
    }

    @Override
    public Optional<Tolerance> widened(String output, DType dtype) {
        Optional<Tolerance> wider = rule.widened(output, dtype);
        Tolerance most = wider.orElseGet(() -> of(output, dtype));
        double floor = floors.getOrDefault(output, 0.0);
        return most.perElement() instanceof ElementTolerance.Scaled scaled && floor > scaled.floor() && dtype.isFloat()
                ? Optional.of(new Tolerance(
                        new ElementTolerance.Scaled(scaled.relative(), floor),
                        "%s, and %.3g, to which rounding moves the most sensitive value of the timed inputs"
                                .formatted(most.basis(), floor)))
                : wider;
    }
}
