package dev.bascule.fallback.numerics;

import static dev.bascule.fallback.numerics.Compared.compare;
import static dev.bascule.fallback.numerics.Compared.floats;
import static dev.bascule.fallback.numerics.Compared.longs;
import static dev.bascule.fallback.numerics.Compared.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quicktheories.generators.SourceDSL;

class TensorComparerTest {
    private static final float NAN = Float.NaN;
    private static final float INF = Float.POSITIVE_INFINITY;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
    void a_tensor_of_any_dtype_equals_itself(DType dtype) {
        byte[] bytes = new byte[(int) dtype.bytes(8)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 37 + 11);
        }
        Tensor tensor = Tensor.of(dtype, Shape.of(8), bytes);
        Difference same = compare(tensor, tensor, Tolerance.EXACT);
        assertThat(same.outside()).isZero();
        assertThat(same.maxAbs()).isZero();
        assertThat(same.elements()).isEqualTo(8);
        assertThat(same.worst()).isEmpty();
    }

    /** The negative control of every dtype: one bit, and it is seen. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
    void one_wrong_element_of_any_dtype_is_seen(DType dtype) {
        byte[] right = new byte[(int) dtype.bytes(8)];
        byte[] wrong = right.clone();
        // Of what shares a byte the last element has the high bits.
        wrong[wrong.length - 1] ^= dtype == DType.BOOL ? 1 : dtype.bits() == 2 ? 0x40 : 0x20;
        Difference one = compare(
                Tensor.of(dtype, Shape.of(8), wrong), Tensor.of(dtype, Shape.of(8), right), Tolerance.of(dtype, 100));
        assertThat(one.outside()).isEqualTo(1);
        assertThat(one.worst()).hasValueSatisfying(worst -> {
            assertThat(worst.index()).isEqualTo(7);
            assertThat(worst.output()).isEqualTo("y");
        });
    }

    @Test
    void the_figures_are_those_worked_out_by_hand() {
        Difference difference = floats(new float[] {1, 2.5f, -4}, new float[] {1, 2, -5}, Tolerance.EXACT);
        assertThat(difference.elements()).isEqualTo(3);
        assertThat(difference.outside()).isEqualTo(2);
        assertThat(difference.maxAbs()).isEqualTo(1);
        assertThat(difference.maxRel()).isEqualTo(0.25);
        assertThat(difference.maxUlp()).hasValue(0x1p21);
        // (1*1 + 2.5*2 + 4*5) / (sqrt(1 + 6.25 + 16) * sqrt(1 + 4 + 25))
        assertThat(difference.cosine().orElseThrow()).isCloseTo(26 / Math.sqrt(23.25 * 30), within(1e-12));
        assertThat(difference.worst()).hasValueSatisfying(worst -> {
            assertThat(worst.index()).isEqualTo(2);
            assertThat(worst.got()).isEqualTo("-4.0");
            assertThat(worst.expected()).isEqualTo("-5.0");
        });
    }

    @Test
    void nan_equals_nan_and_nothing_else() {
        assertThat(floats(new float[] {NAN, 1}, new float[] {NAN, 1}, Tolerance.EXACT)
                        .outside())
                .isZero();
        for (float[] pair : new float[][] {{NAN, 1}, {1, NAN}, {NAN, INF}, {INF, NAN}}) {
            Difference difference = floats(new float[] {pair[0]}, new float[] {pair[1]}, new Tolerance(1000, "lax"));
            assertThat(difference.outside()).isEqualTo(1);
            assertThat(difference.maxAbs()).isInfinite();
            assertThat(difference.maxUlp()).hasValue(Double.POSITIVE_INFINITY);
        }
    }

    @Test
    void an_infinity_equals_itself_and_nothing_else() {
        assertThat(floats(new float[] {INF, -INF}, new float[] {INF, -INF}, Tolerance.EXACT)
                        .outside())
                .isZero();
        for (float[] pair : new float[][] {{INF, -INF}, {1, INF}, {INF, 1}, {Float.MAX_VALUE, INF}}) {
            assertThat(floats(new float[] {pair[0]}, new float[] {pair[1]}, new Tolerance(1000, "lax"))
                            .outside())
                    .isEqualTo(1);
        }
    }

    @Test
    void an_infinity_in_the_reference_does_not_excuse_the_other_elements() {
        assertThat(floats(new float[] {INF, 2}, new float[] {INF, 1}, new Tolerance(0.1, "test"))
                        .outside())
                .isEqualTo(1);
    }

    @Test
    void zeros_of_both_signs_are_equal() {
        Difference zeros = floats(new float[] {0f, -0f}, new float[] {-0f, 0f}, Tolerance.EXACT);
        assertThat(zeros.outside()).isZero();
        assertThat(zeros.maxUlp()).hasValue(0);
        assertThat(zeros.cosine()).isEmpty();
        assertThat(zeros.signedZeros()).isEqualTo(2);
        Difference same = floats(new float[] {0f, -0f, 1}, new float[] {0f, -0f, 1}, Tolerance.EXACT);
        assertThat(same.signedZeros()).isZero();
        assertThat(zeros.worseOf(same).signedZeros()).isEqualTo(2);
        assertThat(longs(DType.INT64, 0, 0).signedZeros()).isZero();
    }

    @Test
    void empty_tensors_are_equal_and_have_nothing_to_say() {
        Tensor empty = Tensor.of(DType.FLOAT32, Shape.of(0, 4), new byte[0]);
        Difference none = compare(empty, empty, Tolerance.EXACT);
        assertThat(none.elements()).isZero();
        assertThat(none.outside()).isZero();
        assertThat(none.cosine()).isEmpty();
        assertThat(none.worst()).isEmpty();
    }

    @Test
    void another_shape_or_dtype_is_wrong_altogether() {
        Tensor expected = Tensor.floats(Shape.of(2, 3), new float[6]);
        for (Tensor got : List.of(
                Tensor.floats(Shape.of(3, 2), new float[6]),
                Tensor.floats(Shape.of(6), new float[6]),
                Tensor.of(DType.INT32, Shape.of(2, 3), new byte[24]),
                Tensor.floats(Shape.of(0), new float[0]))) {
            Difference difference = compare(got, expected, new Tolerance(1000, "lax"));
            assertThat(difference.outside()).isEqualTo(6);
            assertThat(difference.maxAbs()).isInfinite();
            assertThat(difference.worst())
                    .hasValueSatisfying(worst -> assertThat(worst.got()).isEqualTo(got.toString()));
        }
    }

    @Test
    void a_tensor_where_none_was_expected_is_wrong_too() {
        Tensor empty = Tensor.floats(Shape.of(0), new float[0]);
        assertThat(compare(Tensor.floats(Shape.of(1), 1), empty, Tolerance.EXACT)
                        .outside())
                .isEqualTo(1);
    }

    @Test
    void sixty_four_bit_integers_are_compared_as_they_are() {
        // As doubles these two are one number.
        Difference near = longs(DType.INT64, Long.MAX_VALUE, Long.MAX_VALUE - 1);
        assertThat(near.outside()).isEqualTo(1);
        assertThat(near.maxAbs()).isEqualTo(1);
        assertThat(near.worst()).hasValueSatisfying(worst -> {
            assertThat(worst.got()).isEqualTo("9223372036854775807");
            assertThat(worst.expected()).isEqualTo("9223372036854775806");
        });
        assertThat(longs(DType.INT64, Long.MAX_VALUE, Long.MIN_VALUE).maxAbs()).isEqualTo(0x1p64);
        assertThat(longs(DType.INT64, Long.MIN_VALUE, Long.MIN_VALUE).outside()).isZero();
    }

    @Test
    void unsigned_integers_are_told_unsigned() {
        Difference difference = longs(DType.UINT64, -1, 0);
        assertThat(difference.maxAbs()).isEqualTo(0x1p64);
        assertThat(difference.maxRel()).isZero();
        assertThat(difference.worst())
                .hasValueSatisfying(worst -> assertThat(worst.got()).isEqualTo("18446744073709551615"));
    }

    @Test
    void strings_are_equal_or_not() {
        Tensor expected = Tensor.strings(Shape.of(3), List.of("cat", "dog", "cow"));
        assertThat(compare(expected, expected, Tolerance.EXACT).outside()).isZero();
        Difference difference =
                compare(Tensor.strings(Shape.of(3), List.of("cat", "Dog", "cow")), expected, Tolerance.EXACT);
        assertThat(difference.outside()).isEqualTo(1);
        assertThat(difference.worst()).hasValueSatisfying(worst -> {
            assertThat(worst.index()).isEqualTo(1);
            assertThat(worst.got()).isEqualTo("Dog");
        });
    }

    @Test
    void numbers_beyond_the_square_root_of_the_largest_give_no_cosine_rather_than_nan() {
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putDouble(1e300).putDouble(1e300).flip();
        Tensor huge = Tensor.of(DType.FLOAT64, Shape.of(2), bytes);
        assertThat(compare(huge, huge, Tolerance.EXACT).cosine()).isEmpty();
    }

    @Test
    void one_corrupted_element_in_any_place_is_found_where_it_is() {
        qt().withFixedSeed(20261121)
                .forAll(
                        lists().of(SourceDSL.floats().between(-100f, 100f)).ofSizeBetween(1, 40),
                        integers().between(0, 39))
                .checkAssert((values, place) -> {
                    int at = place % values.size();
                    float[] expected = array(values);
                    float[] got = expected.clone();
                    got[at] += 1000;
                    Difference difference = floats(got, expected, Tolerance.of(DType.FLOAT32, 200));
                    assertThat(difference.outside()).isEqualTo(1);
                    assertThat(difference.worst().orElseThrow().index()).isEqualTo(at);
                });
    }

    @Test
    void the_worse_of_two_keeps_the_worst_of_each_figure() {
        Difference small = floats(new float[] {1, 2}, new float[] {1, 2.5f}, Tolerance.EXACT);
        Difference large = floats(new float[] {1, 9}, new float[] {1, 2.5f}, Tolerance.EXACT);
        for (Difference both : List.of(small.worseOf(large), large.worseOf(small))) {
            assertThat(both.elements()).isEqualTo(4);
            assertThat(both.outside()).isEqualTo(2);
            assertThat(both.maxAbs()).isEqualTo(6.5);
            assertThat(both.worst().orElseThrow().got()).isEqualTo("9.0");
            assertThat(both.cosine()).isEqualTo(large.cosine());
        }
    }

    private static float[] array(List<Float> values) {
        float[] array = new float[values.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = values.get(i);
        }
        return array;
    }
}
