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
 * @param noise how far off in units of what rounding explains, where a reference tells
 */
public record Difference(
        long elements,
        long outside,
        double maxAbs,
        double maxRel,
        OptionalDouble maxUlp,
        OptionalDouble cosine,
        Optional<Worst> worst,
        long signedZeros,
        Optional<Noise> noise) {

    /**
     * How far elements lie off in units of what rounding alone explains of them ({@link RoundingNoise}).
     *
     * @param most standard deviations of the element that is furthest off
     * @param rms root mean square over all elements that are judged
     * @param undetermined elements that differ and are not judged, for rounding decides what they are
     * @param beyond elements that are further off than rounding explains
     */
    public record Noise(double most, double rms, long undetermined, long beyond) {
        private Noise or(Noise other, long elements, long others) {
            double squares = rms * rms * elements + other.rms * other.rms * others;
            return new Noise(
                    Math.max(most, other.most),
                    Math.sqrt(squares / Math.max(1, elements + others)),
                    undetermined + other.undetermined,
                    beyond + other.beyond);
        }
    }

    /** Not held against what rounding explains. */
    public Difference(
            long elements,
            long outside,
            double maxAbs,
            double maxRel,
            OptionalDouble maxUlp,
            OptionalDouble cosine,
            Optional<Worst> worst,
            long signedZeros) {
        this(elements, outside, maxAbs, maxRel, maxUlp, cosine, worst, signedZeros, Optional.empty());
    }

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

    /** The same, held against what rounding explains of exact values that are not those it was compared with. */
    public Difference beside(Noise exact) {
        return new Difference(
                elements, outside, maxAbs, maxRel, maxUlp, cosine, worst, signedZeros, Optional.of(exact));
    }

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
                signedZeros + other.signedZeros,
                noise.isPresent() && other.noise.isPresent()
                        ? Optional.of(noise.get().or(other.noise.get(), elements, other.elements))
                        : noise.or(() -> other.noise));
    }

    private static OptionalDouble pick(OptionalDouble a, OptionalDouble b, boolean greater) {
        if (a.isEmpty() || b.isEmpty()) {
            return a.isPresent() ? a : b;
        }
        return OptionalDouble.of(
                greater ? Math.max(a.getAsDouble(), b.getAsDouble()) : Math.min(a.getAsDouble(), b.getAsDouble()));
    }
}
