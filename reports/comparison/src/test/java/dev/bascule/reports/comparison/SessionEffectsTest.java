package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionEffectsTest {
    @Test
    void sessions_are_assumed_to_differ_only_where_too_few_of_them_show_it() {
        List<RunSamples> evening = every(Duration.ofMinutes(3), 0, 6);
        List<RunSamples> later = every(Duration.ofMinutes(3), 600, 6);
        List<RunSamples> nights = every(Duration.ofDays(1), 0, 6);
        List<RunSamples> nightsAfter = every(Duration.ofDays(1), 20 * 1440, 6);

        assertThat(SessionEffects.count(evening)).isEqualTo(1);
        assertThat(SessionEffects.count(nights)).isEqualTo(6);
        assertThat(Estimator.separate(evening, later, RunNoise.ASSUMED, 1).assumedSessions())
                .isPresent();
        assertThat(Estimator.separate(nights, nightsAfter, RunNoise.ASSUMED, 1).assumedSessions())
                .as("each run is a session: what these differ by is in the runs")
                .isEmpty();
        assertThat(Estimator.separate(nights, every(Duration.ofMinutes(3), 20 * 1440, 6), RunNoise.ASSUMED, 1)
                        .assumedSessions())
                .isPresent();
        assertThat(Estimator.stretches(evening, later, RunNoise.ASSUMED, 1).assumedSessions())
                .as("of a series nothing is assumed")
                .isEmpty();
    }

    /** As a browser's clock of 5 µs told them on a busy machine: the first three, then the next two. */
    @Test
    void on_a_busy_machine_a_step_between_sessions_is_no_regression_and_a_doubling_is_one() {
        List<RunSamples> before = busy(0, 0.095, 0.095, 0.095);

        Estimate drifted = Estimator.separate(before, busy(3, 0.105, 0.105), RunNoise.ASSUMED_BUSY, 1);
        Estimate doubled = Estimator.separate(before, busy(3, 0.19, 0.195, 0.19), RunNoise.ASSUMED_BUSY, 1);

        assertThat(drifted.pValue()).isGreaterThan(0.3);
        assertThat(drifted.how()).contains("10 % between their sessions is assumed");
        assertThat(doubled.pValue()).isLessThan(0.001);
        assertThat(Estimator.separate(quiet(before), quiet(busy(3, 0.105, 0.105)), RunNoise.ASSUMED, 1)
                        .pValue())
                .as("negative control: the same on a quiet machine")
                .isLessThan(0.01);
    }

    private static List<RunSamples> busy(int minute, double... medians) {
        return IntStream.range(0, medians.length)
                .mapToObj(i -> new RunSamples(
                        "b" + minute + i,
                        Instant.EPOCH.plus(Duration.ofMinutes(minute + i)),
                        Samples.ofMillis(
                                medians[i] - 0.005, medians[i], medians[i], medians[i], medians[i], medians[i] + 0.005),
                        true))
                .toList();
    }

    private static List<RunSamples> quiet(List<RunSamples> runs) {
        return runs.stream()
                .map(run -> new RunSamples(run.runId(), run.startedAt(), run.samples()))
                .toList();
    }

    private static List<RunSamples> every(Duration pause, long minute, int runs) {
        return IntStream.range(0, runs)
                .mapToObj(i -> new RunSamples(
                        "r" + minute + "-" + i,
                        Instant.EPOCH.plus(Duration.ofMinutes(minute)).plus(pause.multipliedBy(i)),
                        Samples.ofMillis(10 + 0.1 * (i % 3), 10.01, 10.02, 10.03, 10.1, 10.2)))
                .toList();
    }
}
