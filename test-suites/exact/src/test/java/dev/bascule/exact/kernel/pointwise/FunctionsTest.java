package dev.bascule.exact.kernel.pointwise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Against digits that mpmath gave with forty of them. */
class FunctionsTest {
    private static final Percentage LAST_BITS = withinPercentage(1e-13);

    @Test
    void functions_keep_their_digits_where_plain_formulas_lose_them() {
        assertThat(Functions.softplus(-50)).isCloseTo(1.9287498479639178e-22, LAST_BITS);
        assertThat(Functions.asinh(-1e-9)).isCloseTo(-1e-9, LAST_BITS);
        assertThat(Functions.acosh(1 + 0x1p-40)).isCloseTo(1.3486991523485068e-06, LAST_BITS);
        assertThat(Functions.atanh(1e-9)).isCloseTo(1e-9, LAST_BITS);
        assertThat(Functions.atanh(1 - 0x1p-50)).isCloseTo(17.675253104278607, LAST_BITS);
    }

    @Test
    void functions_of_huge_numbers_do_not_overflow_on_the_way() {
        assertThat(Functions.asinh(1e200)).isCloseTo(461.2101657793691, LAST_BITS);
        assertThat(Functions.acosh(1e200)).isCloseTo(461.2101657793691, LAST_BITS);
        assertThat(Functions.softplus(800)).isEqualTo(800);
        assertThat(Functions.sigmoid(-800)).isZero();
        assertThat(Functions.asinh(Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void outside_of_where_it_is_defined_a_function_is_no_number() {
        assertThat(Functions.acosh(0.5)).isNaN();
        // The square of -4 alone would let it pass.
        assertThat(Functions.acosh(-4)).isNaN();
        assertThat(Functions.atanh(1.5)).isNaN();
        assertThat(Functions.atanh(-1)).isEqualTo(Double.NEGATIVE_INFINITY);
    }
}
