package dev.bascule.exact.rounding;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Spans;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Moves results by what a correct implementation may be off. A single rounding is off by up to a unit roundoff, evenly. A sum of n
 * terms in any order is off by the roundings of its running sums: in the mean over all orders the k-th of these has the square
 * {@code k(n-k)/n(n-1) · (Q - S²/n) + (k/n)² · S²}, where S is the sum and Q the sum of the terms' squares, so that all have about
 * {@code n/6 · (Q - S²/n) + n/3 · S²}, each rounded with a variance of u²/3. (Higham and Mary, SIAM J. Sci. Comput. 41, 2019,
 * bound the same by u·√n·Σ|terms|.) Each product adds its own rounding.
 *
 * <p>Where factors are rounded to a narrower format of unit roundoff v (Blanchard, Higham, Lopez, Mary and Pranesh, SIAM J. Sci.
 * Comput. 42, 2020, section 3), each is moved by up to half of the distance of its neighbours there, evenly: a variance of up to v²/3 of itself. To first
 * order a sum of products with factors of its own then has {@code 2 · v²/3 · Q} more. It is the factors that are moved and not the
 * sums, since a factor that many sums share is off alike in all of them. Belongs to one thread.
 */
final class Noise implements Rounding {
    /** How much further from the exact pass a step is asked: what lies within so many spreads of an edge is found by few passes. */
    private static final double WIDER = 4;
    /** What is further apart than this part of the greatest value is not rounding's doing alone, but an earlier step's. */
    private static final double ROUNDING = 0x1p-8;
    /** How far a distance is widened at most where steps of 1 lie side by side: one in eight elements then meets an edge. */
    private static final double PART = 1 / 8.0;

    private final NodeNotes notes;
    private final SplittableRandom random;
    private final boolean narrow;
    private final Lowering lowering;
    private int steps;
    private int sums;

    /**
     * @param narrow whether what is narrower than 32 bits is added up in its own type
     * @param lowering where 32-bit floats are computed in less
     */
    Noise(NodeNotes notes, SplittableRandom random, boolean narrow, Lowering lowering) {
        this.narrow = narrow;
        this.lowering = lowering;
        this.notes = notes;
        this.random = random;
    }

    @Override
    public Reals relative(Reals result, double units) {
        return ranged(result, units, 0);
    }

    @Override
    public Reals ranged(Reals result, double units, double span) {
        FloatFormat format = kept(result.dtype());
        Arithmetic arithmetic = Arithmetic.of(result.dtype()).keeping(format);
        boolean single = units <= 1 && span == 0;
        double relative = units * arithmetic.results();
        double fixed = arithmetic.results() * span;
        double[] exact = result.data();
        double[] moved = new double[exact.length];
        Draws draws = new Draws(random.nextLong());
        Spans.over(moved.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                double size = Math.abs(exact[i]);
                moved[i] = isHeld(exact[i], single, format)
                        ? exact[i]
                        : exact[i] + draws.even(i) * (relative * size + fixed + arithmetic.flushed(size));
            }
        });
        return new Reals(result.dtype(), moved, result.dims());
    }

    /**
     * What is infinite is so for everybody; one operation rounds nothing that its type holds, and functions are right where they
     * give whole numbers: sizes that a graph divides are not a matter of rounding.
     */
    private static boolean isHeld(double exact, boolean single, FloatFormat format) {
        return !Double.isFinite(exact) || (single || exact == Math.rint(exact)) && format.nearest(exact) == exact;
    }

    /** What results of a type are kept in between operators. */
    private FloatFormat kept(DType dtype) {
        return dtype == DType.FLOAT32
                ? lowering.results().map(ProductFormat::factors).orElse(FloatFormat.of(dtype))
                : FloatFormat.of(dtype);
    }

    private Optional<ProductFormat> lowered(ProductKind kind, DType dtype) {
        return dtype == DType.FLOAT32 ? lowering.of(kind) : Optional.empty();
    }

    @Override
    public Reals factor(ProductKind kind, Reals operand) {
        Optional<ProductFormat> lower = lowered(kind, operand.dtype());
        if (lower.isEmpty()) {
            return operand;
        }
        FloatFormat format = lower.get().factors();
        double least = Math.scalb(1.0, format.least());
        double[] given = operand.data();
        double[] moved = new double[given.length];
        Draws draws = new Draws(random.nextLong());
        Spans.over(moved.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                double size = Math.abs(given[i]);
                // What is below the least normal number may be flushed to zero.
                double most = size < least ? size : format.spacing(given[i]) / 2;
                moved[i] = isHeld(given[i], true, format) ? given[i] : given[i] + draws.even(i) * most;
            }
        });
        return new Reals(operand.dtype(), moved, operand.dims());
    }

    @Override
    public Reals products(ProductKind kind, Reals result, long terms, Supplier<Reals> squares) {
        return sum(result, terms, squares, lowered(kind, result.dtype()).map(ProductFormat::sums));
    }

    @Override
    public Reals sum(Reals result, long terms, Supplier<Reals> squares) {
        return sum(result, terms, squares, Optional.empty());
    }

    /** @param running what running sums are kept in; empty for what is usual */
    private Reals sum(Reals result, long terms, Supplier<Reals> squares, Optional<FloatFormat> running) {
        if (terms <= 0) {
            return result;
        }
        double[] q = notes.squares(sums++, result.size(), squares).data();
        Arithmetic usual = (narrow ? Arithmetic.narrow(result.dtype()) : Arithmetic.of(result.dtype()))
                .keeping(kept(result.dtype()));
        Arithmetic arithmetic = running.map(usual::adding).orElse(usual);
        double ofSums = arithmetic.sums() * arithmetic.sums();
        double ofResults = arithmetic.results() * arithmetic.results();
        double[] exact = result.data();
        double[] moved = new double[exact.length];
        Draws draws = new Draws(random.nextLong());
        Spans.over(moved.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                double s = exact[i] * exact[i];
                double apart = Math.max(0, q[i] - s / terms);
                double roundings = terms / 6.0 * apart + terms / 3.0 * s + q[i];
                // An even draw between -1 and 1 has the variance 1/3 that a rounding has.
                double deviation = Math.sqrt(ofSums * roundings + ofResults * s);
                boolean held = exact[i] == 0 && q[i] == 0 || !Double.isFinite(exact[i]);
                moved[i] = held
                        ? exact[i]
                        : exact[i] + draws.even(i) * (deviation + arithmetic.flushed(Math.abs(exact[i])));
            }
        });
        return new Reals(result.dtype(), moved, result.dims());
    }

    @Override
    public Reals atStep(Reals value) {
        return widened(value, Double.POSITIVE_INFINITY);
    }

    @Override
    public Reals atEvenSteps(Reals steps) {
        return widened(steps, PART);
    }

    /** @param widest no distance is made wider than this */
    private Reals widened(Reals value, double widest) {
        Optional<Reals> exact = notes.step(steps++).filter(other -> Arrays.equals(other.dims(), value.dims()));
        if (exact.isEmpty()) {
            return value;
        }
        double[] from = exact.get().data();
        double[] to = value.data();
        double[] wider = new double[to.length];
        double most = Math.min(widest, ROUNDING * greatest(from));
        for (int i = 0; i < wider.length; i++) {
            double apart = to[i] - from[i];
            double wide = Math.max(-widest, Math.min(widest, WIDER * apart));
            wider[i] = Math.abs(apart) < most ? from[i] + wide : to[i];
        }
        return new Reals(value.dtype(), wider, value.dims());
    }

    private static double greatest(double[] values) {
        double greatest = 0;
        for (double value : values) {
            greatest = Double.isInfinite(value) ? greatest : Math.max(greatest, Math.abs(value));
        }
        return greatest;
    }
}
