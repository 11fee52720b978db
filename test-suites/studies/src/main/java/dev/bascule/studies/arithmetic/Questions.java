package dev.bascule.studies.arithmetic;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.studies.arithmetic.Question.Kind;
import dev.bascule.studies.arithmetic.SparseSum.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The questions that sums of one length answer of one format. Every term is a number that the format holds exactly, and small ones
 * stay normal numbers, so that flushing to zero is not taken for rounding. Stateless.
 */
final class Questions {
    /** Bits of bfloat16, of float16 and tf32, and of float32. */
    private static final List<Integer> WIDTHS = List.of(7, 10, 23);
    /** Beyond float32 only float64 is known, so that few are enough; doubles hold the sums of all. */
    private static final List<Integer> WIDE = List.of(27, 30, 40, 52);

    private static final int CLOSE = 26;

    private Questions() {}

    /** @param length of the sums, at least 32 */
    static List<Question> of(DType dtype, int length) {
        FloatFormat format = FloatFormat.of(dtype);
        int own = format.precision() - 1;
        List<Question> all = new ArrayList<>();
        for (int bits = 1; bits <= own; bits++) {
            double value = 1 + Math.scalb(1.0, -bits);
            all.add(one(Kind.FIRST_INPUT, bits, new Term(bits % length, value, 1)));
            all.add(one(Kind.SECOND_INPUT, bits, new Term(bits % length, 1, value)));
        }
        if (dtype != DType.FLOAT16) {
            for (int exponent : List.of(20, -30)) {
                all.add(one(Kind.RANGE, 0, new Term(3, Math.scalb(1.0, exponent), 1)));
                all.add(one(Kind.RANGE, 0, new Term(5, 1, Math.scalb(1.0, exponent))));
            }
        }
        // Large, to leave room below it where exponents are few, be it in inputs that are made 16-bit floats.
        double s = Math.scalb(1.0, 12);
        for (int[] places : places(length)) {
            IntStream.rangeClosed(1, CLOSE).forEach(bits -> all.add(threefold(Kind.ACCUMULATOR, bits, places, s, 1)));
            if (dtype != DType.FLOAT16) {
                WIDE.forEach(bits -> all.add(threefold(Kind.ACCUMULATOR, bits, places, s, 1)));
            }
            WIDTHS.forEach(bits -> all.add(threefold(Kind.ROUNDING, bits, places, s, 0.75)));
        }
        all.add(fused(own));
        double small = Math.scalb(1.0, format.least() - 4);
        double half = Math.scalb(1.0, format.least() / 2 - 2);
        all.add(new Question(
                Kind.SUBNORMAL_INPUT,
                0,
                List.of(SparseSum.of(new Term(1, small, 1)), SparseSum.of(new Term(1, 1, small)))));
        all.add(one(Kind.SUBNORMAL_RESULT, 0, new Term(2, half, half)));
        return all;
    }

    /** Neighbours, places in one block of vector instructions, and places far from each other. */
    private static List<int[]> places(int length) {
        return List.of(new int[] {0, 1, 2}, new int[] {1, 8, 17}, new int[] {0, length / 2, length - 1});
    }

    private static Question one(Kind kind, int bits, Term term) {
        return new Question(kind, bits, List.of(SparseSum.of(term)));
    }

    /**
     * {@code S}, a small term and {@code -S} in three orders: whatever pair is added first, in two of the three the small term is
     * one of the pair.
     */
    private static Question threefold(Kind kind, int bits, int[] places, double s, double factor) {
        double small = s * Math.scalb(1.0, -bits) * factor;
        double[] values = {s, small, -s};
        List<SparseSum> sums = new ArrayList<>();
        for (int turn = 0; turn < 3; turn++) {
            List<Term> terms = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                terms.add(new Term(places[i], values[(i + turn) % 3], 1));
            }
            sums.add(new SparseSum(terms));
        }
        return new Question(kind, bits, sums);
    }

    /** {@code (1 + 2⁻ʰ)² - (1 + 2¹⁻ʰ)}: its product has one bit more than the format, which is all that is left. */
    private static Question fused(int own) {
        int h = own / 2 + 1;
        double factor = 1 + Math.scalb(1.0, -h);
        double rounded = 1 + Math.scalb(1.0, 1 - h);
        return new Question(
                Kind.FUSED,
                2 * h,
                List.of(
                        SparseSum.of(new Term(4, factor, factor), new Term(5, -rounded, 1)),
                        SparseSum.of(new Term(4, -rounded, 1), new Term(5, factor, factor))));
    }
}
