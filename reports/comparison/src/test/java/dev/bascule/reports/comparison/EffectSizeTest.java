package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EffectSizeTest {
    /** Five above five is one of the 252 ways to draw five of ten, and so is five below five. */
    @Test
    void ranks_that_part_the_samples_wholly_have_the_exact_p_value() {
        double[] x = {1, 2, 3, 4, 5};
        double[] y = {11, 12, 13, 14, 15};
        EffectSize apart = EffectSize.of(x, y, EffectSize.Unit.RUNS);

        assertThat(apart.mannWhitneyP()).isEqualTo(2.0 / 252, within(1e-12));
        assertThat(apart.cliffsDelta()).isEqualTo(1);
        assertThat(apart.magnitude()).isEqualTo("large");
        assertThat(EffectSize.of(x, x, EffectSize.Unit.RUNS).cliffsDelta()).isZero();
    }

    @Test
    void the_shift_of_hodges_and_lehmann_is_a_ratio() {
        double[] x = {1, 2, 4, 8, 16};
        double[] twice = Arrays.stream(x).map(value -> 2 * value).toArray();

        assertThat(EffectSize.of(x, twice, EffectSize.Unit.RUNS).hodgesLehmann())
                .isEqualTo(2, within(1e-9));
    }

    /** Of the ratios 1.5, 3, 4 and 8 the middle is that of 3 and 4, seen from either side. */
    @Test
    void an_even_number_of_pairs_has_two_in_the_middle() {
        double[] x = {1, 2};
        double[] y = {3, 8};

        assertThat(EffectSize.of(x, y, EffectSize.Unit.RUNS).hodgesLehmann()).isEqualTo(Math.sqrt(12), within(1e-9));
        assertThat(EffectSize.of(y, x, EffectSize.Unit.RUNS).hodgesLehmann())
                .isEqualTo(1 / Math.sqrt(12), within(1e-9));
    }
}
