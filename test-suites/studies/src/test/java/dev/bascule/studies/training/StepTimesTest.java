package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import org.junit.jupiter.api.Test;

class StepTimesTest {
    /** Pauses in two feeds and in two other steps of five: the medians apart, 1 and 2 ms, are of no step that was made. */
    private static final StepTimes PAUSED =
            new StepTimes(32, Samples.ofMillis(1, 11, 1, 11, 1), Samples.ofMillis(12, 2, 2, 2, 12), Samples.NONE);

    @Test
    void samples_a_second_are_of_the_median_step_with_its_own_feed() {
        assertThat(PAUSED.whole()).isEqualTo(Samples.ofMillis(13, 13, 3, 13, 13));
        assertThat(PAUSED.samplesPerSecond()).isEqualTo(32_000 / 13.0);
    }

    @Test
    void where_the_mean_is_much_longer_than_the_median_all_steps_are_told_too() {
        assertThat(PAUSED.overall()).as("the median speaks for all").isEmpty();
        StepTimes once = new StepTimes(32, Samples.ofMillis(1, 1, 1, 1), Samples.ofMillis(3, 3, 43, 3), Samples.NONE);
        assertThat(once.samplesPerSecond()).isEqualTo(8_000);
        assertThat(once.overall()).hasValue(32_000 / 14.0);
    }
}
