package dev.bascule.fallback.numerics;

import dev.bascule.fallback.numerics.Difference.Worst;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Compares one tensor with its reference. NaN equals NaN, an infinity equals itself, zeros of both signs are
 * equal and counted. Stateless. */
public final class TensorComparer {
    private TensorComparer() {}

    public static Difference compare(String output, Tensor got, Tensor expected, Tolerance tolerance) {
        return compare(output, got, expected, tolerance, Optional.empty());
    }

    /** @param noise what rounding makes of the elements, where the tolerance counts in that */
    static Difference compare(
            String output, Tensor got, Tensor expected, Tolerance tolerance, Optional<RoundingNoise> noise) {
        if (got.dtype() != expected.dtype() || !got.shape().equals(expected.shape())) {
            long elements = Math.max(1, expected.shape().elements());
            return new Difference(
                    elements,
                    elements,
                    Double.POSITIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    Optional.of(new Worst(output, 0, got.toString(), expected.toString())));
        }
        if (got.dtype() == DType.STRING) {
            return strings(output, got.asStrings(), expected.asStrings());
        }
        if (got.dtype() == DType.INT64 || got.dtype() == DType.UINT64) {
            return integers64(output, got, expected, tolerance.perElement(), noise);
        }
        return numbers(output, got, expected, tolerance, noise);
    }

    private static Difference numbers(
            String output, Tensor got, Tensor expected, Tolerance tolerance, Optional<RoundingNoise> noise) {
        Elements.Reader a = Elements.of(got);
        Elements.Reader b = Elements.of(expected);
        int n = Math.toIntExact(expected.shape().elements());
        Magnitude size = isScaled(tolerance, got) && !got.equals(expected) ? Magnitude.of(b, n) : new Magnitude(0, 0);
        double scale = size.typical();
        double maxAbs = 0;
        double maxRel = 0;
        double maxUlp = 0;
        double dot = 0;
        double normA = 0;
        double normB = 0;
        double worstExcess = 0;
        int worst = -1;
        long outside = 0;
        long signedZeros = 0;
        NoiseTally tally = new NoiseTally(noise, got.dtype());
        for (int i = 0; i < n; i++) {
            double x = a.at(i);
            double y = b.at(i);
            if (Double.isNaN(x) && Double.isNaN(y) || x == y) {
                if (Double.isFinite(x)) {
                    dot += x * y;
                    normA += x * x;
                    normB += y * y;
                }
                if (x == 0 && 1 / x != 1 / y) {
                    signedZeros++;
                }
                continue;
            }
            if (tally.passesOver(i)) {
                continue;
            }
            double abs = Math.abs(x - y);
            double distance = Double.isNaN(abs) ? Double.POSITIVE_INFINITY : abs;
            maxAbs = Math.max(maxAbs, distance);
            if (y != 0) {
                maxRel = Math.max(maxRel, Double.isFinite(y) ? distance / Math.abs(y) : Double.POSITIVE_INFINITY);
            }
            maxUlp = Math.max(maxUlp, Ulp.distance(got.dtype(), x, y));
            if (Double.isFinite(x) && Double.isFinite(y)) {
                dot += x * y;
                normA += x * x;
                normB += y * y;
            }
            double deviation = tally.add(i, distance, y);
            double excess = tolerance.perElement().excess(got.dtype(), x, y, noise.isPresent() ? deviation : scale);
            if (excess > 0) {
                outside++;
            }
            // Of elements that are judged each by its own, the furthest off is so by its own measure.
            double rank = noise.isPresent() && excess != 0 ? excess / deviation : excess;
            if (worst < 0 || rank > worstExcess) {
                worst = i;
                worstExcess = rank;
            }
        }
        if (worst >= 0 && isScaled(tolerance, got) && got.dtype().bits() < Float.SIZE) {
            outside = Math.max(outside, CommonFactor.outside(a, b, n, size, tolerance.relative()));
        }
        return new Difference(
                n,
                outside,
                maxAbs,
                maxRel,
                Ulp.applies(got.dtype()) ? OptionalDouble.of(maxUlp) : OptionalDouble.empty(),
                normA > 0 && normB > 0 && Double.isFinite(normA) && Double.isFinite(normB)
                        ? OptionalDouble.of(Math.min(1, dot / Math.sqrt(normA) / Math.sqrt(normB)))
                        : OptionalDouble.empty(),
                worst < 0
                        ? Optional.empty()
                        : Optional.of(new Worst(output, worst, text(a.at(worst)), text(b.at(worst)))),
                signedZeros,
                tally.result(n));
    }

    private static String text(double value) {
        return Double.toString(value);
    }

    private static boolean isScaled(Tolerance tolerance, Tensor tensor) {
        return tolerance.perElement() instanceof ElementTolerance.Scaled
                && tolerance.relative() > 0
                && tensor.dtype().isFloat();
    }

    private static Difference strings(String output, List<String> got, List<String> expected) {
        long outside = 0;
        Optional<Worst> worst = Optional.empty();
        for (int i = 0; i < expected.size(); i++) {
            if (!got.get(i).equals(expected.get(i))) {
                outside++;
                if (worst.isEmpty()) {
                    worst = Optional.of(new Worst(output, i, got.get(i), expected.get(i)));
                }
            }
        }
        double distance = outside == 0 ? 0 : Double.POSITIVE_INFINITY;
        return new Difference(
                expected.size(), outside, distance, distance, OptionalDouble.empty(), OptionalDouble.empty(), worst);
    }

    /** 64-bit integers do not fit a double, and are compared as they are. */
    private static Difference integers64(
            String output, Tensor got, Tensor expected, ElementTolerance perElement, Optional<RoundingNoise> noise) {
        int n = Math.toIntExact(expected.shape().elements());
        boolean unsigned = got.dtype() == DType.UINT64;
        double limit = perElement instanceof ElementTolerance.Ulps ulps ? ulps.limit() : 0;
        long outside = 0;
        double maxAbs = 0;
        double maxRel = 0;
        Optional<Worst> worst = Optional.empty();
        Elements.Reader b = Elements.of(expected);
        NoiseTally tally = new NoiseTally(noise, got.dtype());
        for (int i = 0; i < n; i++) {
            long x = got.data().getLong(i * 8);
            long y = expected.data().getLong(i * 8);
            if (x == y || tally.passesOver(i)) {
                continue;
            }
            double distance = distance(x, y, unsigned);
            tally.add(i, distance, b.at(i));
            if (distance > limit) {
                outside++;
            }
            if (distance > maxAbs) {
                maxAbs = distance;
                worst = Optional.of(new Worst(output, i, text(x, unsigned), text(y, unsigned)));
            }
            if (y != 0) {
                maxRel = Math.max(maxRel, distance / Math.abs(b.at(i)));
            }
        }
        return new Difference(
                n, outside, maxAbs, maxRel, OptionalDouble.empty(), OptionalDouble.empty(), worst, 0, tally.result(n));
    }

    /** The difference is below 2^64, so its magnitude fits an unsigned long exactly. */
    private static double distance(long x, long y, boolean unsigned) {
        boolean xIsGreater = unsigned ? Long.compareUnsigned(x, y) > 0 : x > y;
        long magnitude = xIsGreater ? x - y : y - x;
        return magnitude >= 0 ? magnitude : (magnitude >>> 1 | magnitude & 1) * 2.0;
    }

    private static String text(long value, boolean unsigned) {
        return unsigned ? Long.toUnsignedString(value) : Long.toString(value);
    }
}
