package dev.bascule.studies.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.Arithmetic.Finding;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.studies.arithmetic.SparseSum.Term;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums are computed here as kernels do, over all their zeros, in the machine's own arithmetic where that is it. */
class ArithmeticClassifierTest {
    private static final int LENGTH = 144;

    /** In which order a kernel adds. */
    private enum Order {
        FORWARDS,
        BACKWARDS,
        IN_EIGHT_LANES,
        BY_HALVES,
        IN_BLOCKS_OF_SIXTEEN
    }

    private static double[] dense(SparseSum sum, boolean second) {
        double[] values = new double[LENGTH];
        for (Term term : sum.terms()) {
            values[term.at()] = second ? term.b() : term.a();
        }
        return values;
    }

    private static double sum(double[] values, Order order, DoubleBinaryOperator plus) {
        return switch (order) {
            case FORWARDS -> part(values, 0, 1, LENGTH, plus);
            case BACKWARDS -> {
                double sum = 0;
                for (int i = LENGTH - 1; i >= 0; i--) {
                    sum = plus.applyAsDouble(sum, values[i]);
                }
                yield sum;
            }
            case IN_EIGHT_LANES -> {
                double sum = 0;
                for (int lane = 0; lane < 8; lane++) {
                    sum = plus.applyAsDouble(sum, part(values, lane, 8, LENGTH, plus));
                }
                yield sum;
            }
            case BY_HALVES -> halves(values, 0, LENGTH, plus);
            case IN_BLOCKS_OF_SIXTEEN -> {
                double sum = 0;
                for (int from = 0; from < LENGTH; from += 16) {
                    sum = plus.applyAsDouble(sum, part(values, from, 1, from + 16, plus));
                }
                yield sum;
            }
        };
    }

    private static double part(double[] values, int from, int step, int to, DoubleBinaryOperator plus) {
        double sum = 0;
        for (int i = from; i < to; i += step) {
            sum = plus.applyAsDouble(sum, values[i]);
        }
        return sum;
    }

    private static double halves(double[] values, int from, int to, DoubleBinaryOperator plus) {
        return to - from == 1
                ? values[from]
                : plus.applyAsDouble(
                        halves(values, from, (from + to) / 2, plus), halves(values, (from + to) / 2, to, plus));
    }

    private interface Kernel {
        double dot(double[] a, double[] b);
    }

    private static Kernel unfused(
            Order order, DoubleUnaryOperator input, DoubleBinaryOperator times, DoubleBinaryOperator plus) {
        return (a, b) -> {
            double[] products = new double[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                products[i] = times.applyAsDouble(input.applyAsDouble(a[i]), input.applyAsDouble(b[i]));
            }
            return sum(products, order, plus);
        };
    }

    private static Finding classify(DType dtype, Kernel kernel) {
        FloatFormat out = FloatFormat.of(dtype);
        List<Question> questions = Questions.of(dtype, LENGTH);
        return ArithmeticClassifier.classify(
                dtype,
                questions,
                questions.stream()
                        .map(question -> question.sums().stream()
                                .mapToDouble(sum -> out.nearest(kernel.dot(dense(sum, false), dense(sum, true))))
                                .toArray())
                        .toList());
    }

    private static double fp32(double one, double other) {
        return (float) one + (float) other;
    }

    private static double product(double one, double other) {
        return (float) one * (float) other;
    }

    private static double truncated(double value) {
        return Float.intBitsToFloat(
                Float.floatToRawIntBits((float) value) - (Math.abs((float) value) > Math.abs(value) ? 1 : 0));
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void sums_of_floats_are_fp32_in_whatever_order(Order order) {
        Finding found = classify(
                DType.FLOAT32,
                unfused(order, x -> x, ArithmeticClassifierTest::product, ArithmeticClassifierTest::fp32));

        assertThat(found.name()).isEqualTo("fp32");
        assertThat(found.isCertain()).isTrue();
        assertThat(found.inputBits()).isEqualTo(23);
        assertThat(found.sumBits()).isEqualTo(23);
        assertThat(found.fused()).hasValue(false);
        assertThat(found.keepsSubnormalInputs()).isTrue();
        assertThat(found.keepsSubnormalResults()).isTrue();
    }

    @Test
    void products_that_are_not_rounded_before_they_are_added_are_noticed() {
        Finding found = classify(DType.FLOAT32, (a, b) -> {
            float sum = 0;
            for (int i = 0; i < LENGTH; i++) {
                sum = Math.fma((float) a[i], (float) b[i], sum);
            }
            return sum;
        });

        assertThat(found.name()).isEqualTo("fp32");
        assertThat(found.fused()).hasValue(true);
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void sums_of_doubles_are_fp64(Order order) {
        Finding found = classify(DType.FLOAT32, unfused(order, x -> x, (x, y) -> x * y, Double::sum));

        assertThat(found.name()).isEqualTo("fp64");
        assertThat(found.isCertain()).isTrue();
        assertThat(found.sumBits()).isEqualTo(52);
        assertThat(found.fused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 7})
    void inputs_that_a_matrix_unit_shortens_are_told_by_their_bits(int bits) {
        FloatFormat shorter = new FloatFormat(bits + 1, -126, Float.MAX_VALUE, true);
        Finding found = classify(
                DType.FLOAT32,
                unfused(
                        Order.IN_BLOCKS_OF_SIXTEEN,
                        shorter::nearest,
                        ArithmeticClassifierTest::product,
                        ArithmeticClassifierTest::fp32));

        assertThat(found.name()).isEqualTo(bits == 10 ? "tf32 inputs, fp32 sums" : "bf16 inputs, fp32 sums");
        assertThat(found.isCertain()).isTrue();
        assertThat(found.inputBits()).isEqualTo(bits);
        assertThat(found.sumBits()).isEqualTo(23);
    }

    @Test
    void sums_that_are_cut_off_are_told_from_rounded_ones() {
        Finding found = classify(
                DType.FLOAT32, unfused(Order.FORWARDS, x -> x, (x, y) -> truncated(x * y), (x, y) -> truncated(x + y)));

        assertThat(found.name()).isEqualTo("fp32, cut off");
        assertThat(found.isCertain()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Order.class)
    void half_floats_summed_in_half_floats_are_told_from_those_summed_in_floats(Order order) {
        FloatFormat half = FloatFormat.of(DType.FLOAT16);
        Kernel narrow = unfused(order, x -> x, (x, y) -> half.nearest(x * y), (x, y) -> half.nearest(x + y));
        Kernel wide = unfused(order, x -> x, ArithmeticClassifierTest::product, ArithmeticClassifierTest::fp32);

        assertThat(classify(DType.FLOAT16, narrow).name()).isEqualTo("fp16");
        assertThat(classify(DType.FLOAT16, narrow).isCertain()).isTrue();
        assertThat(classify(DType.FLOAT16, narrow).sumBits()).isEqualTo(10);
        assertThat(classify(DType.FLOAT16, wide).name()).isEqualTo("fp32");
        assertThat(classify(DType.FLOAT16, wide).isCertain()).isTrue();
        assertThat(classify(DType.FLOAT32, narrow).name()).isNotEqualTo("fp32");
    }

    @Test
    void brain_floats_summed_in_brain_floats_are_told_from_those_summed_in_floats() {
        FloatFormat brain = FloatFormat.of(DType.BFLOAT16);
        Kernel narrow =
                unfused(Order.BY_HALVES, x -> x, (x, y) -> brain.nearest(x * y), (x, y) -> brain.nearest(x + y));

        assertThat(classify(DType.BFLOAT16, narrow).name()).isEqualTo("bf16");
        assertThat(classify(
                                DType.BFLOAT16,
                                unfused(
                                        Order.FORWARDS,
                                        x -> x,
                                        ArithmeticClassifierTest::product,
                                        ArithmeticClassifierTest::fp32))
                        .name())
                .isEqualTo("fp32");
    }

    @Test
    void subnormal_numbers_that_are_flushed_are_noticed_and_are_no_rounding() {
        DoubleUnaryOperator flush = x -> Math.abs(x) < Float.MIN_NORMAL ? 0 : x;
        Finding found = classify(
                DType.FLOAT32,
                unfused(
                        Order.FORWARDS,
                        flush,
                        (x, y) -> flush.applyAsDouble(product(x, y)),
                        ArithmeticClassifierTest::fp32));

        assertThat(found.name()).isEqualTo("fp32");
        assertThat(found.isCertain()).isTrue();
        assertThat(found.keepsSubnormalInputs()).isFalse();
        assertThat(found.keepsSubnormalResults()).isFalse();
    }

    /** As Winograd's: inputs are added to each other before they are multiplied. */
    @Test
    void negative_control_what_is_no_plain_sum_of_products_is_not_certain_of_any() {
        Finding found = classify(DType.FLOAT32, (a, b) -> {
            float sum = 0;
            for (int i = 0; i + 1 < LENGTH; i += 2) {
                float mixed = (float) (a[i] + a[i + 1]) * (float) (b[i] + b[i + 1]);
                sum += mixed - (float) a[i] * (float) b[i + 1] - (float) a[i + 1] * (float) b[i];
            }
            return sum;
        });

        assertThat(found.isCertain()).isFalse();
        assertThat(found.explained()).isLessThan(found.questions());
    }

    @Test
    void each_known_arithmetic_is_told_from_each_other_by_what_it_would_answer() {
        for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
            List<Question> questions = Questions.of(dtype, LENGTH);
            assertThat(questions)
                    .allSatisfy(question -> question.sums()
                            .forEach(sum -> sum.terms().forEach(term -> {
                                assertThat(FloatFormat.of(dtype).nearest(term.a()))
                                        .isEqualTo(term.a());
                                assertThat(FloatFormat.of(dtype).nearest(term.b()))
                                        .isEqualTo(term.b());
                            })));
            for (ArithmeticModel model : ArithmeticModel.known(dtype)) {
                Kernel kernel = unfused(
                        Order.FORWARDS,
                        model.operands()::nearest,
                        (x, y) -> model.truncates()
                                ? cut(model, x * y)
                                : model.sums().nearest(x * y),
                        (x, y) -> model.truncates()
                                ? cut(model, x + y)
                                : model.sums().nearest(x + y));
                assertThat(Optional.of(classify(dtype, kernel))
                                .filter(Finding::isCertain)
                                .map(Finding::name))
                        .as(dtype + " " + model.name())
                        .hasValue(model.name());
            }
        }
    }

    private static double cut(ArithmeticModel model, double value) {
        double spacing = model.sums().spacing(Math.abs(value));
        return Math.copySign(Math.floor(Math.abs(value) / spacing) * spacing, value);
    }
}
