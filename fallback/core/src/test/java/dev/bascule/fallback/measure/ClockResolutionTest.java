package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockResolutionTest {

    @ParameterizedTest
    @ValueSource(doubles = {100, 1, 0.1, 0.02, 0.005, 0.0001})
    void the_step_is_found_from_the_samples(double step) {
        assertThat(ClockResolution.of(FabricatedSamplesTest.measured(60, 37.7 * step, step, 3))
                        .millis())
                .isCloseTo(step, within(1e-12));
    }

    @Test
    void a_clock_of_nanoseconds_has_no_step_worth_a_word() {
        assertThat(ClockResolution.of(Samples.ofMillis(0.123456, 0.223457)).millis())
                .isZero();
        assertThat(ClockResolution.of(Samples.NONE).millis()).isZero();
    }

    @Test
    void the_same_sample_again_and_again_still_shows_what_it_is_a_multiple_of() {
        assertThat(ClockResolution.of(Samples.ofMillis(0.015, 0.015, 0.015)).millis())
                .isEqualTo(0.005);
    }

    @Test
    void differences_of_doubles_are_rounded_as_browsers_give_them() {
        assertThat(ClockResolution.of(Samples.ofMillis(0.86999999999898, 0.875, 0.88000000000102))
                        .millis())
                .isEqualTo(0.005);
    }

    @Test
    void a_median_below_a_step_is_no_number() {
        ClockResolution step = new ClockResolution(0.005);
        assertThat(step.tells(0)).isFalse();
        assertThat(step.tells(0.0025)).isFalse();
        assertThat(step.tells(0.005)).isTrue();
        assertThat(new ClockResolution(0).tells(0)).isFalse();
    }
}
