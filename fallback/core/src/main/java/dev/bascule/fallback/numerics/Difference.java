package dev.bascule.fallback.numerics;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How two tensors differ.
 *
 * @param elements how many were compared
 * @param outside how many lie outside the tolerance
 * @param maxAbs greatest absolute difference
 * @param maxRel greatest difference relative to the expected value, where that is not 0
 * @param maxUlp greatest distance in units in the last place, for 16-, 32- and 64-bit floats
 * @param cosine cosine similarity over the finite elements, where neither tensor is all zero
 * @param worst the element furthest outside, or furthest off
 * @param signedZeros how many are equal but for the sign of zero
 */
public record Difference(
        long elements,
        long outside,
        double maxAbs,
        double maxRel,
        OptionalDouble maxUlp,
        OptionalDouble cosine,
        Optional<Worst> worst,
        long signedZeros) {

    /** Without zeros of another sign. */
    public Difference(
            long elements,
            long outside,
            double maxAbs,
            double maxRel,
            OptionalDouble maxUlp,
            OptionalDouble cosine,
            Optional<Worst> worst) {
        this(elements, outside, maxAbs, maxRel, maxUlp, cosine, worst, 0);
    }

    /**
     * @param output its output's name
     * @param index flat, row major
     * @param got what the backend gave
     * @param expected what the reference gave
     */
    public record Worst(String output, long index, String got, String expected) {}

    /** The worse of two, figure by figure. */
    public Difference worseOf(Difference other) {
        boolean otherIsWorse = other.outside > outside || (other.outside == outside && other.maxAbs > maxAbs);
        return new Difference(
                elements + other.elements,
                outside + other.outside,
                Math.max(maxAbs, other.maxAbs),
                Math.max(maxRel, other.maxRel),
                pick(maxUlp, other.maxUlp, true),
                pick(cosine, other.cosine, false),
                otherIsWorse && other.worst.isPresent() ? other.worst : worst,
                signedZeros + other.signedZeros);
    }

    private static OptionalDouble pick(OptionalDouble a, OptionalDouble b, boolean greater) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isPresent() ? a : b;
        }
        return OptionalDouble.of(
                greater ? Math.max(a.getAsDouble(), b.getAsDouble()) : Math.min(a.getAsDouble(), b.getAsDouble()));
    }
}
