package dev.bascule.fallback.numerics;

import static dev.bascule.fallback.numerics.Compared.compare;
import static dev.bascule.fallback.numerics.Compared.floats;
import static dev.bascule.fallback.numerics.Compared.longs;
import static dev.bascule.fallback.numerics.Compared.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each rule lets pass, in the hands of the comparer. */
class ElementToleranceTest {
    private static final float NAN = Float.NaN;
    private static final float INF = Float.POSITIVE_INFINITY;

    @Test
    void a_value_near_zero_is_judged_by_the_size_of_its_tensor() {
        // The lower of two in the middle of the distinct magnitudes 3 and 4 is 3; allowed at zero: 0.1 * 3.
        float[] expected = {0, 3, 4, 0};
        Tolerance tenth = new Tolerance(0.1, "test");
        assertThat(floats(new float[] {0.299f, 3, 4, 0}, expected, tenth).outside())
                .isZero();
        assertThat(floats(new float[] {0.301f, 3, 4, 0}, expected, tenth).outside())
                .isEqualTo(1);
        // At 4 it is 0.1 * (4 + 3).
        assertThat(floats(new float[] {0, 3, 4.699f, 0}, expected, tenth).outside())
                .isZero();
        assertThat(floats(new float[] {0, 3, 4.701f, 0}, expected, tenth).outside())
                .isEqualTo(1);
    }

    @Test
    void integers_have_no_tolerance_even_if_one_is_handed_in() {
        assertThat(compare(longs(2, 10), longs(2, 11), new Tolerance(1, "lax")).outside())
                .isEqualTo(1);
    }

    @Test
    void integers_may_be_off_by_so_many_units_where_the_rule_counts_units() {
        Tolerance two = Tolerance.ulps(2, "test");
        for (DType dtype : List.of(DType.INT8, DType.UINT8, DType.INT4, DType.UINT4, DType.INT32)) {
            assertThat(one(dtype, 3, 1, two).outside()).as("%s", dtype).isZero();
            assertThat(one(dtype, 4, 1, two).outside()).as("%s", dtype).isEqualTo(1);
        }
        assertThat(compare(longs(Long.MIN_VALUE + 2), longs(Long.MIN_VALUE), two)
                        .outside())
                .isZero();
        assertThat(compare(longs(Long.MIN_VALUE + 3), longs(Long.MIN_VALUE), two)
                        .outside())
                .isEqualTo(1);
        assertThat(one(DType.BOOL, 1, 0, two).outside()).isEqualTo(1);
    }

    @Test
    void integers_and_bool_are_exact_by_every_other_rule() {
        for (Tolerance lax : List.of(
                new Tolerance(1, "lax"),
                Tolerance.absolute(9, "lax"),
                new Tolerance(new ElementTolerance.Close(9, 9), "lax"))) {
            for (DType dtype : List.of(DType.INT8, DType.UINT8, DType.INT32, DType.BOOL)) {
                assertThat(one(dtype, 1, 0, lax).outside()).as("%s", dtype).isEqualTo(1);
            }
        }
    }

    @Test
    void units_in_the_last_place_are_counted_across_zero() {
        float tiny = Float.MIN_VALUE;
        Tolerance three = Tolerance.ulps(3, "test");
        assertThat(floats(new float[] {tiny, 1}, new float[] {-2 * tiny, 1 + Math.ulp(1f) * 3}, three)
                        .outside())
                .isZero();
        Difference four = floats(new float[] {2 * tiny, 1}, new float[] {-2 * tiny, 1}, three);
        assertThat(four.outside()).isEqualTo(1);
        assertThat(four.maxUlp()).hasValue(4);
        assertThat(four.worst().orElseThrow().index()).isZero();
    }

    @Test
    void the_worst_is_the_one_furthest_outside_by_the_rule_not_the_one_furthest_off() {
        // 1000 is off by 8 ULP, 1e-3 by 100 ULP, though the former's difference is a thousand times as large.
        float[] expected = {1000, 1e-3f, 5};
        float[] got = {1000 + 8 * Math.ulp(1000f), 1e-3f + 100 * Math.ulp(1e-3f), 5};
        Difference ulps = floats(got, expected, Tolerance.ulps(4, "test"));
        assertThat(ulps.outside()).isEqualTo(2);
        assertThat(ulps.worst().orElseThrow().index()).isEqualTo(1);
        Difference absolute = floats(got, expected, Tolerance.absolute(1e-9, "test"));
        assertThat(absolute.worst().orElseThrow().index()).isZero();
    }

    @Test
    void close_is_a_fixed_part_and_one_that_grows() {
        Tolerance close = new Tolerance(new ElementTolerance.Close(0.5, 0.125), "test");
        assertThat(floats(new float[] {9.5f, 0.5f}, new float[] {8, 0}, close).outside())
                .isZero();
        assertThat(floats(new float[] {9.625f, 0.5f}, new float[] {8, 0}, close).outside())
                .isEqualTo(1);
        assertThat(floats(new float[] {8, 0.625f}, new float[] {8, 0}, close).outside())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT8E4M3FN", "FLOAT8E5M2"})
    void narrow_floats_that_have_no_ulp_here_are_exact_by_ulp(DType dtype) {
        assertThat(one(dtype, 0x21, 0x20, Tolerance.ulps(9, "test")).outside()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "FLOAT32"})
    void no_rule_excuses_nan_or_infinity(DType dtype) {
        for (Tolerance lax :
                List.of(Tolerance.ulps(1e300, "lax"), Tolerance.absolute(1e300, "lax"), new Tolerance(1e300, "lax"))) {
            for (double[] pair : new double[][] {{NAN, 1}, {1, NAN}, {INF, 1}, {1, INF}, {INF, -INF}}) {
                assertThat(lax.perElement().excess(dtype, pair[0], pair[1], 1)).isPositive();
            }
        }
    }
}
