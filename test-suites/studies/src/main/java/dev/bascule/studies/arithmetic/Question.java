package dev.bascule.studies.arithmetic;

import java.util.List;

/**
 * What a few sums together tell. Immutable.
 *
 * @param bits after the leading one that must be kept; 0 where the question is about something else
 * @param sums that one way of computing has to explain together: the same places, their terms in another order
 */
record Question(Kind kind, int bits, List<SparseSum> sums) {
    enum Kind {
        /** Whether {@code 1 + 2⁻ᵇⁱᵗˢ} of the first input keeps its last bit. */
        FIRST_INPUT,
        /** The same of the second input. */
        SECOND_INPUT,
        /** Whether numbers beyond the range of 16-bit floats are kept. */
        RANGE,
        /** Whether {@code S + S · 2⁻ᵇⁱᵗˢ - S} keeps the small term. */
        ACCUMULATOR,
        /** Whether {@code S + 1.5 · S · 2⁻⁽ᵇⁱᵗˢ⁺¹⁾ - S} is rounded to the nearest, or cut off. */
        ROUNDING,
        /** Whether a product is rounded before it is added. */
        FUSED,
        /** Whether an input below the least normal number is kept. */
        SUBNORMAL_INPUT,
        /** Whether a product below the least normal number is kept. */
        SUBNORMAL_RESULT;

        /** Whether an {@link ArithmeticModel} answers it; what is left are facts of their own. */
        boolean isModelled() {
            return switch (this) {
                case FIRST_INPUT, SECOND_INPUT, RANGE, ACCUMULATOR, ROUNDING -> true;
                case FUSED, SUBNORMAL_INPUT, SUBNORMAL_RESULT -> false;
            };
        }
    }

    Question {
        sums = List.copyOf(sums);
    }
}
