package dev.bascule.exact.rounding;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;

/**
 * How a correct implementation computes in a type: in which precision it adds up, and in which it keeps results. Immutable.
 *
 * @param sums unit roundoff of running sums
 * @param results unit roundoff of results
 * @param least the least normal number: what is smaller an implementation may flush to zero
 */
record Arithmetic(double sums, double results, double least) {

    /** As a correct implementation has it: narrow floats are added up in 32 bits, and denormal numbers may be flushed. */
    static Arithmetic of(DType dtype) {
        FloatFormat format = FloatFormat.of(dtype);
        double results = format.unitRoundoff();
        double sums = Math.min(results, FloatFormat.of(DType.FLOAT32).unitRoundoff());
        return new Arithmetic(sums, results, Math.scalb(1.0, format.least()));
    }

    /** The same where what is narrower than 32 bits is added up in its own type. */
    static Arithmetic narrow(DType dtype) {
        Arithmetic usual = of(dtype);
        return new Arithmetic(usual.results(), usual.results(), usual.least());
    }

    /** The same with results kept in another format. */
    Arithmetic keeping(FloatFormat format) {
        return new Arithmetic(sums, format.unitRoundoff(), Math.scalb(1.0, format.least()));
    }

    /** The same with running sums in another format. */
    Arithmetic adding(FloatFormat format) {
        return new Arithmetic(format.unitRoundoff(), results, least);
    }

    /** What a result of this size may be off besides: all of it where denormal numbers are flushed. */
    double flushed(double magnitude) {
        return magnitude < 2 * least ? least : 0;
    }
}
