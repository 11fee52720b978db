package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionsTest {
    @Test
    void sessions_are_assumed_to_differ_only_where_too_few_of_them_show_it() {
        List<RunSamples> evening = every(Duration.ofMinutes(3), 0, 6);
        List<RunSamples> later = every(Duration.ofMinutes(3), 600, 6);
        List<RunSamples> nights = every(Duration.ofDays(1), 0, 6);
        List<RunSamples> nightsAfter = every(Duration.ofDays(1), 20 * 1440, 6);

        assertThat(Sessions.count(evening)).isEqualTo(1);
        assertThat(Sessions.count(nights)).isEqualTo(6);
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

    private static List<RunSamples> every(Duration pause, long minute, int runs) {
        return IntStream.range(0, runs)
                .mapToObj(i -> new RunSamples(
                        "r" + minute + "-" + i,
                        Instant.EPOCH.plus(Duration.ofMinutes(minute)).plus(pause.multipliedBy(i)),
                        Samples.ofMillis(10 + 0.1 * (i % 3), 10.01, 10.02, 10.03, 10.1, 10.2)))
                .toList();
    }
}
