package dev.bascule.exact.rounding;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;

/**
 * How an implementation computes in a type: in which precision it adds up, and in which it keeps results. Immutable.
 *
 * @param sums unit roundoff of running sums
 * @param results unit roundoff of results
 * @param tiny what a result may be off however small it is: half of the least denormal number, or all below the normal ones where
 *     an implementation flushes them to zero
 */
public record Arithmetic(double sums, double results, double tiny) {

    /** As a correct implementation has it: narrow floats are added up in 32 bits, and denormal numbers may be flushed. */
    public static Arithmetic of(DType dtype) {
        FloatFormat format = FloatFormat.of(dtype);
        double results = format.unitRoundoff();
        double sums = Math.min(results, FloatFormat.of(DType.FLOAT32).unitRoundoff());
        return new Arithmetic(sums, results, Math.scalb(1.0, format.least()));
    }

    /** Where sums are kept in the narrow type, too. */
    public Arithmetic narrowSums() {
        return new Arithmetic(results, results, tiny);
    }
}
