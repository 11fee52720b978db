package dev.bascule.fallback.numerics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the judge lets pass and what it does not, at each precision, beside huge values, and with the widest spread. */
class JudgedOutputsTest {
    private static final int ROWS = 4;
    private static final int CLASSES = 25;
    private static final int DEPTH = 64;
    /** A reference that moves so far that nothing is certain. */
    private static final Spread WILD = new Spread(Map.of("y", 1e9));

    static Stream<Arguments> precisionsAndMasks() {
        return Stream.of(
                        DType.FLOAT64,
                        DType.FLOAT32,
                        DType.FLOAT16,
                        DType.BFLOAT16,
                        DType.FLOAT8E4M3FN,
                        DType.FLOAT8E4M3FNUZ,
                        DType.FLOAT8E5M2,
                        DType.FLOAT8E5M2FNUZ,
                        DType.INT8)
                .flatMap(dtype -> masks(dtype).map(mask -> Arguments.of(dtype, mask)));
    }

    private static Stream<Double> masks(DType dtype) {
        return switch (dtype) {
            case FLOAT64, FLOAT32, BFLOAT16 -> Stream.of(0.0, -1e4, -1e9, -(double) Float.MAX_VALUE);
            case FLOAT16, FLOAT8E5M2, FLOAT8E5M2FNUZ -> Stream.of(0.0, -1e4, -5e4);
            default -> Stream.of(0.0);
        };
    }

    @ParameterizedTest
    @Tag("red-team")
    @MethodSource("precisionsAndMasks")
    void no_corrupted_output_is_right(DType dtype, double mask) {
        double[] right = logits(dtype, mask);
        for (Spread spread : new Spread[] {Spread.NONE, WILD}) {
            assertThat(outside(dtype, right, right, spread)).isZero();
            assertThat(outside(dtype, map(right, mask, value -> 0), right, spread))
                    .as("zeros")
                    .isPositive();
            assertThat(outside(dtype, map(right, mask, value -> 2), right, spread))
                    .as("a constant")
                    .isPositive();
            assertThat(outside(dtype, map(right, mask, value -> -value), right, spread))
                    .as("signs")
                    .isPositive();
            assertThat(outside(dtype, swapped(right), right, spread))
                    .as("swapped")
                    .isPositive();
            double[] one = right.clone();
            one[7] = 0;
            one[8] *= 2;
            assertThat(outside(dtype, one, right, spread)).as("one value").isPositive();
        }
    }

    /** At 64 nodes: rounding alone explains no such factor. */
    @ParameterizedTest
    @Tag("red-team")
    @MethodSource("precisionsAndMasks")
    void values_off_by_one_factor_are_wrong(DType dtype, double mask) {
        double factor = switch (dtype) {
            case FLOAT64 -> 1e-9;
            case FLOAT32 -> 1e-3;
            case FLOAT16 -> 0.01;
            case BFLOAT16 -> 0.05;
            default -> 0.5;
        };
        double[] right = logits(dtype, mask);
        double[] off = map(right, mask, value -> value * (1 + factor));
        assertThat(outside(dtype, off, right, Spread.NONE)).isPositive();
    }

    /** Honest noise: each value rounded to its type, then moved by a random walk of roundings as deep as the graph. */
    @ParameterizedTest
    @MethodSource("precisionsAndMasks")
    void rounding_is_right(DType dtype, double mask) {
        if (!dtype.isFloat()) {
            return;
        }
        double[] right = logits(dtype, mask);
        double step = Tolerance.of(dtype, 0).relative() / (dtype.bits() < 32 ? 2 : 64);
        SplittableRandom random = new SplittableRandom(3);
        double walk = dtype.bits() == 8 ? step : step * Math.sqrt(DEPTH) / 3;
        double[] noisy =
                map(right, mask, value -> value + random.nextDouble(-1, 1) * walk * Math.max(1, Math.abs(value)));
        assertThat(outside(dtype, noisy, right, Spread.NONE)).isZero();
    }

    @Test
    void a_sigmoid_near_its_end_is_judged_by_its_range() {
        RoundingRule rule = new RoundingRule(
                Map.of("y", new Lineage(100, OptionalDouble.of(1))), Lineage.of(100), RoundingRule.SpreadSource.NONE);
        // The text detector of PP-OCRv4: 2.1e-7 where the reference says 0.
        Tensor expected = Tensor.floats(Shape.of(3), 0, 1e-7f, 0);
        assertThat(judged(rule, Tensor.floats(Shape.of(3), 2.1e-7f, 1e-7f, 0), expected))
                .isZero();
        assertThat(judged(rule, Tensor.floats(Shape.of(3), 2.1e-5f, 1e-7f, 0), expected))
                .isEqualTo(1);
        assertThat(judged(RoundingRule.ofDepth(100), Tensor.floats(Shape.of(3), 2.1e-7f, 1e-7f, 0), expected))
                .isEqualTo(1);
    }

    @Test
    void a_single_confidence_is_judged_by_how_far_the_reference_itself_moves() {
        Tensor expected = Tensor.floats(Shape.of(1), 6.6459e-6f);
        Tensor got = Tensor.floats(Shape.of(1), 6.6547e-6f);
        Tensor moved = Tensor.floats(Shape.of(1), 6.6426e-6f);
        RoundingRule plain = RoundingRule.ofDepth(100);
        Spread spread = Spread.of("y", moved, expected, plain.of("y", DType.FLOAT32));
        assertThat(judged(plain, got, expected)).isEqualTo(1);
        assertThat(judged(plain.with(() -> spread), got, expected)).isZero();
        assertThat(judged(plain.with(() -> spread), Tensor.floats(Shape.of(1), 6.8e-6f), expected))
                .isEqualTo(1);
        assertThat(judged(plain.with(() -> spread), Tensor.floats(Shape.of(1), 0), expected))
                .isEqualTo(1);
        assertThat(new ValueJudge(plain.with(() -> spread))
                        .judge("y", got, expected)
                        .result()
                        .tolerance()
                        .basis())
                .contains("the spread");
    }

    /** It costs inferences of the reference. */
    @Test
    void the_spread_is_asked_for_only_where_something_lies_outside() {
        int[] asked = {0};
        RoundingRule rule = RoundingRule.ofDepth(3).with(() -> {
            asked[0]++;
            return Spread.NONE;
        });
        Tensor expected = Tensor.floats(Shape.of(1), 1);
        assertThat(judged(rule, Tensor.floats(Shape.of(1), 1.000001f), expected))
                .isZero();
        assertThat(asked[0]).isZero();
        assertThat(judged(rule, Tensor.floats(Shape.of(1), 2), expected)).isEqualTo(1);
        assertThat(asked[0]).isEqualTo(1);
    }

    @Test
    void eight_bit_integers_may_be_off_by_a_step_where_the_reference_is() {
        Tensor expected = Encoded.of(DType.INT8, 5, -7, 100);
        Tensor step = Encoded.of(DType.INT8, 5, -6, 100);
        RoundingRule rule = RoundingRule.ofDepth(3);
        Spread moved = Spread.of("y", step, expected, Tolerance.EXACT);
        assertThat(judged(rule, step, expected)).isEqualTo(1);
        assertThat(judged(rule.with(() -> moved), step, expected)).isZero();
        assertThat(judged(rule.with(() -> moved), Encoded.of(DType.INT8, 5, -5, 100), expected))
                .isEqualTo(1);
    }

    private static long outside(DType dtype, double[] got, double[] right, Spread spread) {
        RoundingRule rule = RoundingRule.ofDepth(DEPTH).with(() -> spread);
        return judged(rule, Encoded.of(dtype, got), Encoded.of(dtype, right));
    }

    private static long judged(ToleranceRule rule, Tensor got, Tensor expected) {
        return new ValueJudge(rule)
                .judge("y", got, expected)
                .result()
                .difference()
                .outside();
    }

    /** Rows of logits, as the type has them; every fifth is masked, where there is a mask. */
    private static double[] logits(DType dtype, double mask) {
        SplittableRandom random = new SplittableRandom(11);
        double[] values = new double[ROWS * CLASSES];
        for (int i = 0; i < values.length; i++) {
            double value = random.nextDouble(-6, 6);
            double large = dtype == DType.INT8 ? Math.rint(value * 20) : value;
            values[i] = mask != 0 && i % 5 == 0 ? mask : large;
        }
        return Encoded.values(Encoded.of(dtype, values));
    }

    private static double[] map(double[] values, double mask, java.util.function.DoubleUnaryOperator change) {
        return Arrays.stream(values)
                .map(value -> mask != 0 && value <= mask / 2 ? value : change.applyAsDouble(value))
                .toArray();
    }

    private static double[] swapped(double[] values) {
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i % CLASSES + (i / CLASSES + 1) % ROWS * CLASSES])
                .toArray();
    }
}
