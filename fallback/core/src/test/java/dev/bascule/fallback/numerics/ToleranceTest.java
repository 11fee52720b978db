package dev.bascule.fallback.numerics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToleranceTest {

    /** u * k * (1 + sqrt(depth)), worked out by hand. */
    @ParameterizedTest
    @CsvSource({
        "FLOAT32, 0, 64 * 2^-24, 3.814697265625e-6",
        "FLOAT32, 1, 128 * 2^-24, 7.62939453125e-6",
        "FLOAT32, 100, 704 * 2^-24, 4.1961669921875e-5",
        "FLOAT64, 100, 704 * 2^-53, 7.815970093361102e-14",
        "FLOAT16, 100, 22 * 2^-11, 0.0107421875",
        "BFLOAT16, 9, 8 * 2^-8, 0.03125",
        "FLOAT8E4M3FN, 0, 2 * 2^-4, 0.125",
        "FLOAT8E4M3FNUZ, 0, 2 * 2^-4, 0.125",
        "FLOAT8E5M2, 0, 2 * 2^-3, 0.25",
        "FLOAT8E5M2FNUZ, 0, 2 * 2^-3, 0.25"
    })
    void grows_with_the_root_of_the_depth(DType dtype, int depth, String formula, double relative) {
        assertThat(Tolerance.of(dtype, depth).relative()).isCloseTo(relative, within(relative * 1e-12));
    }

    @ParameterizedTest
    @EnumSource
    void what_is_no_float_is_exact(DType dtype) {
        Tolerance tolerance = Tolerance.of(dtype, 1000);
        if (dtype.isFloat()) {
            assertThat(tolerance.relative()).isPositive();
        } else {
            assertThat(tolerance).isEqualTo(Tolerance.EXACT);
        }
    }

    /** np.testing.assert_allclose(rtol=1e-3, atol=1e-7) by hand: at 2 it is 0.0020001, at 0 it is 1e-7. */
    @Test
    void onnx_backend_tests_allow_what_onnx_does() {
        ElementTolerance floats = Tolerance.onnxBackendTest(DType.FLOAT32).perElement();
        assertThat(floats).isEqualTo(new ElementTolerance.Close(1e-7, 1e-3));
        assertThat(floats.excess(DType.FLOAT32, 2.002, 2, 1)).isNegative();
        assertThat(floats.excess(DType.FLOAT32, 2.00201, 2, 1)).isPositive();
        assertThat(floats.excess(DType.FLOAT32, 0.9e-7, 0, 1)).isNegative();
        assertThat(floats.excess(DType.FLOAT32, 1.1e-7, 0, 1)).isPositive();
        assertThat(Tolerance.onnxBackendTest(DType.INT8)).isEqualTo(Tolerance.EXACT);
        assertThat(Tolerance.onnxBackendTest(DType.BOOL)).isEqualTo(Tolerance.EXACT);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void a_limit_is_finite_and_not_negative(double limit) {
        assertThatThrownBy(() -> Tolerance.ulps(limit, "test")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Tolerance.absolute(limit, "test")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Tolerance(limit, "test")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void says_how_it_was_found() {
        assertThat(Tolerance.of(DType.FLOAT32, 125).basis()).contains("float32").contains("125");
    }

    @Test
    void ten_times_as_wide_is_ten_times_as_wide_for_each_kind() {
        assertThat(new Tolerance(1e-3, "x").times(10)).isEqualTo(new Tolerance(new ElementTolerance.Scaled(1e-2), "x"));
        assertThat(Tolerance.absolute(0.5, "x").times(10)).isEqualTo(Tolerance.absolute(5, "x"));
        assertThat(Tolerance.ulps(2, "x").times(10)).isEqualTo(Tolerance.ulps(20, "x"));
        assertThat(Tolerance.EXACT.times(10)).isEqualTo(Tolerance.EXACT);
    }
}
