package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private static final WarmUp PAIRS = new WarmUp(2, 0.05);

    @Test
    void the_default_compares_windows_of_five_within_five_percent() {
        assertThat(WarmUp.DEFAULT).isEqualTo(new WarmUp(5, 0.05));
    }

    @Test
    void two_windows_are_needed() {
        assertThat(PAIRS.isStable(Samples.ofMillis(10, 10, 10))).isFalse();
        assertThat(PAIRS.isStable(Samples.ofMillis(10, 10, 10, 10))).isTrue();
        assertThat(PAIRS.isStable(Samples.NONE)).isFalse();
    }

    @Test
    void a_session_that_still_gets_faster_is_not_warm() {
        assertThat(PAIRS.isStable(Samples.ofMillis(20, 20, 10, 10))).isFalse();
    }

    @Test
    void a_session_that_gets_slower_is_not_warm_either() {
        assertThat(PAIRS.isStable(Samples.ofMillis(10, 10, 20, 20))).isFalse();
    }

    @Test
    void only_the_last_two_windows_count() {
        assertThat(PAIRS.isStable(Samples.ofMillis(500, 300, 10, 10.2, 10.1, 10)))
                .isTrue();
        assertThat(PAIRS.isStable(Samples.ofMillis(10, 10, 10, 10, 12, 12))).isFalse();
    }

    @Test
    void the_tolerance_is_relative_and_inclusive() {
        assertThat(PAIRS.isStable(Samples.ofMillis(95, 95, 100, 100))).isTrue();
        assertThat(PAIRS.isStable(Samples.ofMillis(94, 94, 100, 100))).isFalse();
    }

    @Test
    void a_clock_that_sees_nothing_is_stable() {
        assertThat(PAIRS.isStable(Samples.ofMillis(0, 0, 0, 0))).isTrue();
    }
}
