package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class WarmUpTest {
    private static final WarmUp RULE = new WarmUp(2, Duration.ofMillis(10), Duration.ofMillis(100), 0.05);

    @Test
    void the_default_wants_windows_of_five_and_50_ms_to_agree_over_150_ms_within_five_percent() {
        assertThat(WarmUp.DEFAULT).isEqualTo(new WarmUp(5, Duration.ofMillis(50), Duration.ofMillis(150), 0.05));
    }

    @Test
    void two_windows_are_needed_however_long_they_last() {
        assertThat(RULE.isStable(windows(200))).isFalse();
        assertThat(RULE.isStable(windows(200, 200))).isTrue();
        assertThat(RULE.isStable(List.of())).isFalse();
    }

    @Test
    void windows_that_agree_for_a_moment_only_are_not_enough() {
        assertThat(RULE.isStable(windows(10, 10))).isFalse();
        assertThat(RULE.isStable(windows(20, 20, 20, 20, 20))).isTrue();
    }

    /** The child JVM's loop as it was seen: 97 µs at first, 7 µs once it is compiled, with levels that a few iterations show. */
    @Test
    void a_loop_that_a_compiler_is_at_work_on_is_not_warm_on_one_of_its_levels() {
        List<Samples> windows = new java.util.ArrayList<>();
        for (double level : new double[] {0.097, 0.0968, 0.041, 0.0405, 0.012, 0.0119}) {
            windows.add(steady(level, 25));
            assertThat(WarmUp.DEFAULT.isStable(windows)).isFalse();
        }
        for (int i = 0; i < 6; i++) {
            windows.add(steady(0.007, 25));
        }
        assertThat(WarmUp.DEFAULT.isStable(windows)).isTrue();
    }

    @Test
    void a_session_that_still_gets_faster_is_not_warm() {
        assertThat(RULE.isStable(windows(200, 100))).isFalse();
        assertThat(RULE.isStable(windows(50, 48, 46))).as("slowly, too").isFalse();
    }

    @Test
    void a_session_that_gets_slower_is_not_warm_either() {
        assertThat(RULE.isStable(windows(100, 200))).isFalse();
    }

    @Test
    void only_as_many_of_the_last_windows_count_as_the_time_takes() {
        assertThat(RULE.isStable(windows(500, 300, 60, 61))).isTrue();
        assertThat(RULE.isStable(windows(60, 60, 72, 72))).isTrue();
        assertThat(RULE.isStable(windows(60, 40, 40))).isFalse();
    }

    @Test
    void the_tolerance_is_relative_and_inclusive() {
        assertThat(RULE.isStable(windows(95, 100))).isTrue();
        assertThat(RULE.isStable(windows(94, 100))).isFalse();
    }

    @Test
    void a_clock_that_sees_nothing_is_never_called_stable() {
        assertThat(RULE.isStable(windows(0, 0, 0, 0))).isFalse();
    }

    /** One sample each, so that it is the window's median and its length. */
    private static List<Samples> windows(double... millis) {
        return Arrays.stream(millis).mapToObj(Samples::ofMillis).toList();
    }

    /** A window of one pace that lasts so long. */
    private static Samples steady(double millis, double lasting) {
        return Samples.ofMillis(IntStream.range(0, (int) (lasting / millis))
                .mapToDouble(i -> millis * (1 + 0.001 * (i % 7)))
                .toArray());
    }
}
