package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class ReplayDetectorTest {
    private final ReplayDetector times = new ReplayDetector();

    private ReplayDetector seen(double fresh, double known, double slowdown, int challenges) {
        for (int number = 0; number < challenges; number++) {
            times.timed(Samples.ofMillis(known, known, known, known, known), 5);
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
        Samples hundreds =
                Samples.ofMillis(DoubleStream.generate(() -> 1).limit(400).toArray());
        large.timed(hundreds, 2);
        large.add(0, Samples.ofMillis(900), hundreds, 1);
        assertThat(large.suspicion()).isPresent();
    }

    @Test
    void negative_control_one_long_pause_among_few_inferences_is_the_machines() {
        times.timed(Samples.ofMillis(60, 60, 60), 3);
        times.add(0, Samples.ofMillis(900), Samples.ofMillis(60, 60, 60), 1);
        assertThat(times.suspicion()).isEmpty();
    }

    @Test
    void negative_control_where_timed_inferences_were_as_slow_now_and_then_it_is_the_machine() {
        times.timed(Samples.ofMillis(0.3, 14, 0.3, 0.3, 13), 5);
        assertThat(seen(12, 0.3, 1, 3).suspicion()).isEmpty();
    }

    @Test
    void what_is_timed_beyond_the_places_of_challenges_makes_nobody_suspect() {
        double[] warm = DoubleStream.generate(() -> 0.3).limit(500).toArray();
        for (int number = 0; number < 3; number++) {
            times.timed(Samples.ofMillis(warm), 2);
            times.add(number, Samples.ofMillis(12), Samples.ofMillis(warm), 1);
        }
        assertThat(times.suspicion()).as("six timed inferences are too few").isEmpty();
    }
}
