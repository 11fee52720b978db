package dev.bascule.fallback.numerics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.floats;
import static org.quicktheories.generators.SourceDSL.integers;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UlpTest {

    @Test
    void neighbouring_floats_are_one_apart() {
        qt().withFixedSeed(20261121)
                .forAll(floats().any())
                .assuming(value -> Float.isFinite(value) && Float.isFinite(Math.nextUp(value)))
                .check(value -> Ulp.distance(DType.FLOAT32, value, Math.nextUp(value)) == 1);
    }

    @Test
    void neighbouring_doubles_are_one_apart() {
        qt().withFixedSeed(20261121)
                .forAll(doubles().any())
                .assuming(value -> Double.isFinite(value) && Double.isFinite(Math.nextUp(value)))
                .check(value -> Ulp.distance(DType.FLOAT64, value, Math.nextUp(value)) == 1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "BFLOAT16"})
    void neighbouring_narrow_floats_are_one_apart(DType dtype) {
        int finite = dtype == DType.FLOAT16 ? 0x7C00 : 0x7F80;
        for (int pattern = 0; pattern + 1 < finite; pattern++) {
            double low = narrow(dtype, pattern);
            double high = narrow(dtype, pattern + 1);
            assertThat(Ulp.distance(dtype, low, high)).isEqualTo(1);
            assertThat(Ulp.distance(dtype, -low, -high)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"FLOAT16, 0x1p-24", "BFLOAT16, 0x1p-133", "FLOAT32, 0x1p-149", "FLOAT64, 0x1p-1074"})
    void the_smallest_numbers_on_both_sides_of_zero_are_two_apart(DType dtype, String smallest) {
        double value = Double.parseDouble(smallest);
        assertThat(Ulp.distance(dtype, value, -value)).isEqualTo(2);
        assertThat(Ulp.distance(dtype, 0.0, -value)).isEqualTo(1);
        assertThat(Ulp.distance(dtype, -0.0, 0.0)).isZero();
    }

    @Test
    void distance_counts_representable_numbers_between() {
        assertThat(Ulp.distance(DType.FLOAT32, 1, 2)).isEqualTo(0x1p23);
        assertThat(Ulp.distance(DType.FLOAT64, 1, 2)).isEqualTo(0x1p52);
        assertThat(Ulp.distance(DType.FLOAT16, 1, 2)).isEqualTo(1024);
        assertThat(Ulp.distance(DType.BFLOAT16, 1, 2)).isEqualTo(128);
    }

    @Test
    void distance_is_symmetric_and_adds_up_along_a_line() {
        qt().withFixedSeed(20261121)
                .forAll(integers().all(), integers().all(), integers().all())
                .checkAssert((x, y, z) -> {
                    double a = Float.intBitsToFloat(x);
                    double b = Float.intBitsToFloat(y);
                    double c = Float.intBitsToFloat(z);
                    assertThat(Ulp.distance(DType.FLOAT32, a, b)).isEqualTo(Ulp.distance(DType.FLOAT32, b, a));
                    if (a <= b && b <= c && !Double.isInfinite(a) && !Double.isInfinite(c)) {
                        assertThat(Ulp.distance(DType.FLOAT32, a, b) + Ulp.distance(DType.FLOAT32, b, c))
                                .isEqualTo(Ulp.distance(DType.FLOAT32, a, c));
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
    void nan_and_infinity_are_infinitely_far_from_all_else(DType dtype) {
        double inf = Double.POSITIVE_INFINITY;
        assertThat(Ulp.distance(dtype, Double.NaN, 1)).isEqualTo(inf);
        assertThat(Ulp.distance(dtype, 1, Double.NaN)).isEqualTo(inf);
        assertThat(Ulp.distance(dtype, inf, -inf)).isEqualTo(inf);
        assertThat(Ulp.distance(dtype, 1, inf)).isEqualTo(inf);
        assertThat(Ulp.distance(dtype, inf, inf)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
    void other_dtypes_have_none(DType dtype) {
        assertThat(Ulp.applies(dtype)).isFalse();
        assertThat(Ulp.distance(dtype, 1, 2)).isZero();
    }

    private static double narrow(DType dtype, int pattern) {
        byte[] bytes = {(byte) pattern, (byte) (pattern >> 8)};
        return Elements.of(Tensor.of(dtype, Shape.of(), bytes)).at(0);
    }
}
