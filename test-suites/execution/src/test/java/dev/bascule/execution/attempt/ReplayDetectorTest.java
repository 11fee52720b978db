package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class ReplayDetectorTest {
    private final ReplayDetector times = new ReplayDetector();

    private ReplayDetector seen(double fresh, double known, double slowdown, int challenges) {
        for (int number = 0; number < challenges; number++) {
            times.add(number, Samples.ofMillis(fresh), Samples.ofMillis(known, known, known), slowdown);
        }
        return times;
    }

    @Test
    void a_runner_that_is_far_quicker_on_what_it_knows_is_noticed() {
        assertThat(seen(12, 0.3, 1, 3).suspicion())
                .hasValueSatisfying(words -> assertThat(words).contains("at least 40 times", "12.0 ms", "0.300 ms"));
    }

    @Test
    void negative_control_one_answer_as_quick_as_the_timed_ones_clears_it() {
        seen(12, 0.3, 1, 3).add(3, Samples.ofMillis(0.4), Samples.ofMillis(0.3), 1);
        assertThat(times.suspicion()).isEmpty();
    }

    @Test
    void negative_control_work_that_depends_on_the_inputs_natively_too_is_no_lie() {
        assertThat(seen(12, 0.5, 6, 3).suspicion()).isEmpty();
    }

    @Test
    void a_pause_of_native_cpu_clears_nobody_who_is_quicker_by_far_more() {
        assertThat(seen(12, 0.1, 6, 3).suspicion()).isPresent();
    }

    @Test
    void negative_control_a_cold_cache_is_no_lie() {
        assertThat(seen(0.9, 0.1, 1, 3).suspicion()).isEmpty();
    }

    @Test
    void inputs_that_were_shown_before_do_not_count() {
        seen(12, 0.3, 1, 3).add(0, Samples.ofMillis(0.3), Samples.ofMillis(0.3), 1);
        assertThat(times.suspicion()).isPresent();
    }

    @Test
    void two_late_answers_are_the_machines_unless_they_are_too_late_for_any_pause() {
        assertThat(seen(12, 0.3, 1, 2).suspicion()).isEmpty();
        ReplayDetector large = new ReplayDetector();
        large.add(0, Samples.ofMillis(900), Samples.ofMillis(1, 1), 1);
        assertThat(large.suspicion()).isPresent();
    }
}
