package dev.bascule.studies.arithmetic;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.studies.arithmetic.SparseSum.Term;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A way of computing sums of products: what inputs become, and what sums are kept in between. Immutable.
 *
 * @param name as people know it
 * @param truncates whether sums are cut off and not rounded to the nearest, as some matrix units do
 */
record ArithmeticModel(String name, FloatFormat operands, FloatFormat sums, boolean truncates) {
    /** NVIDIA's format of matrix units: the range of float32, the significand of float16. */
    private static final FloatFormat TF32 = new FloatFormat(11, -126, Float.MAX_VALUE, true);

    /** What is known for inputs of a format; of two that explain the same the first is meant. */
    static List<ArithmeticModel> known(DType dtype) {
        FloatFormat own = FloatFormat.of(dtype);
        FloatFormat single = FloatFormat.of(DType.FLOAT32);
        FloatFormat half = FloatFormat.of(DType.FLOAT16);
        FloatFormat brain = FloatFormat.of(DType.BFLOAT16);
        Stream<ArithmeticModel> wider = dtype == DType.FLOAT32
                ? Stream.of(
                        nearest("tf32 inputs, fp32 sums", TF32, single),
                        nearest("bf16 inputs, fp32 sums", brain, single),
                        nearest("fp16 inputs, fp32 sums", half, single),
                        nearest("fp16", half, half),
                        nearest("bf16", brain, brain))
                : Stream.of(nearest(dtype == DType.FLOAT16 ? "fp16" : "bf16", own, own));
        return Stream.concat(
                        Stream.of(nearest("fp32", own, single), nearest("fp64", own, FloatFormat.of(DType.FLOAT64))),
                        wider)
                .flatMap(model -> Stream.of(
                        model, new ArithmeticModel(model.name() + ", cut off", model.operands(), model.sums(), true)))
                .filter(model -> !model.truncates() || model.sums().precision() < 53)
                .toList();
    }

    private static ArithmeticModel nearest(String name, FloatFormat operands, FloatFormat sums) {
        return new ArithmeticModel(name, operands, sums, false);
    }

    /**
     * Whether one order of adding explains all of a question's answers.
     *
     * @param answers one for each of its sums
     * @param out what outputs are rounded to
     */
    boolean explains(Question question, double[] answers, FloatFormat out) {
        return IntStream.range(0, 3).anyMatch(last -> agrees(question, answers, out, last));
    }

    /** @param last the term that is added last; of fewer than three terms the order makes no difference */
    private boolean agrees(Question question, double[] answers, FloatFormat out, int last) {
        for (int i = 0; i < answers.length; i++) {
            if (out.nearest(sum(question.sums().get(i).terms(), last)) != answers[i]) {
                return false;
            }
        }
        return true;
    }

    private double sum(List<Term> terms, int last) {
        ToDoubleFunction<Term> product = term -> rounded(operands.nearest(term.a()) * operands.nearest(term.b()));
        double sum = 0;
        for (int i = 0; i < terms.size(); i++) {
            if (terms.size() < 3 || i != last) {
                sum = rounded(sum + product.applyAsDouble(terms.get(i)));
            }
        }
        return terms.size() < 3 ? sum : rounded(sum + product.applyAsDouble(terms.get(last)));
    }

    private double rounded(double value) {
        double nearest = sums.nearest(value);
        if (!truncates || Math.abs(nearest) <= Math.abs(value)) {
            return nearest;
        }
        return nearest - Math.copySign(sums.spacing(Math.abs(value)), value);
    }
}
