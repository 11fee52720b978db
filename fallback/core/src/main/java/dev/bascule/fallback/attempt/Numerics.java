package dev.bascule.fallback.attempt;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import java.util.Optional;

/**
 * How the outputs compare with the reference: the worst over all outputs and all distinct iterations.
 *
 * @param reference what they were compared with
 * @param difference the worst figures
 * @param tolerance what was allowed
 * @param checkedIterations how many inferences' outputs were checked
 * @param checked what {@code ok} rests on; empty in records of earlier builds
 */
public record Numerics(
        Reference reference,
        Difference difference,
        Tolerance tolerance,
        long checkedIterations,
        Optional<CheckCoverage> checked) {

    /** As records of earlier builds have it. */
    public Numerics(Reference reference, Difference difference, Tolerance tolerance, long checkedIterations) {
        this(reference, difference, tolerance, checkedIterations, Optional.empty());
    }

    /** What outputs are compared with. */
    public enum Reference {
        /** The case's published expected output. */
        EXPECTED_OUTPUT,
        /** The graph computed in double by Bascule itself: no engine's word. */
        EXACT,
        /** Native CPU with graph optimisation off. */
        NATIVE_CPU_UNOPTIMISED,
        /** PyTorch's own CPU with its graph executor's optimisation off, for models that no other engine opens. */
        PYTORCH_CPU_UNOPTIMISED
    }

    /** The same, with how far the outputs are from the exact result. */
    public Numerics beside(Difference.Noise exact) {
        return new Numerics(reference, difference.beside(exact), tolerance, checkedIterations, checked);
    }

    /** Whether they are right only if 16-bit floats may be added up in 16 bits. */
    public boolean isNarrow() {
        return ok() && tolerance.perElement() instanceof ElementTolerance.Noise noise && noise.narrow();
    }

    /** What 32-bit floats must have been multiplied in for them to be right; empty where in 32 bits, and of what is wrong. */
    public Optional<Precision> products() {
        return ok() && tolerance.perElement() instanceof ElementTolerance.Noise noise
                ? noise.products()
                : Optional.empty();
    }

    /** Whether distances in σ are of what rounding makes of usual sums and products, so that they compare with those of others. */
    public boolean isByUsualRounding() {
        return !isNarrow() && products().isEmpty();
    }

    /** Whether outputs were checked, and every value of theirs was within the tolerance. */
    public boolean ok() {
        return difference.outside() == 0 && checkedIterations > 0;
    }
}
