package dev.bascule.studies.select;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.numerics.Magnitude;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far outputs of a configuration in less than 32 bits may lie from the reference: so much of the least magnitude that a step's
 * output has at most, as the scenario precision-search allows. Stateless.
 */
final class NarrowTolerance {
    /** Of an output's greatest magnitude. */
    static final double LIMIT = Configuration.NARROW;

    private NarrowTolerance() {}

    /** The same outputs, held to this limit in place of what rounding in 32 bits comes to. */
    static Reference of(Reference reference) {
        ToleranceRule rule = (output, dtype) -> tolerance(reference, output, dtype);
        return new Reference(reference.kind(), reference.steps(), reference.notJudged(), rule);
    }

    private static Tolerance tolerance(Reference reference, String output, DType dtype) {
        if (!dtype.isFloat()) {
            return Tolerance.EXACT;
        }
        OptionalDouble greatest = reference.steps().stream()
                .flatMap(step -> Optional.ofNullable(step.get(output)).stream())
                .mapToDouble(tensor -> Magnitude.of(tensor).greatest())
                .min();
        return Tolerance.absolute(
                LIMIT * greatest.orElse(0),
                "%.3g of the output's greatest magnitude, for a configuration in less than 32 bits".formatted(LIMIT));
    }
}
