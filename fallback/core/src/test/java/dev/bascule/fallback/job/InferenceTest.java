package dev.bascule.fallback.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InferenceTest {
    private static final Duration TOTAL = Duration.ofMillis(10);

    private static Inference timed(int noticedMs, int computeMs) {
        return Inference.timed(Map.of(), Duration.ofMillis(noticedMs), Duration.ofMillis(computeMs), TOTAL);
    }

    @Test
    void the_ways_are_what_computing_leaves() {
        Inference inference = timed(3, 5);
        assertThat(inference.there()).hasMillis(3);
        assertThat(inference.back()).hasMillis(2);
        assertThat(inference.total()).isEqualTo(TOTAL);
    }

    @Test
    void a_host_that_reads_the_word_late_adds_nothing_to_the_whole() {
        Inference inference = timed(9, 5);
        assertThat(inference.there()).hasMillis(5);
        assertThat(inference.back()).isZero();
        assertThat(inference.total()).isEqualTo(TOTAL);
    }

    @Test
    void a_runner_whose_clock_runs_fast_leaves_no_ways() {
        Inference inference = timed(1, 11);
        assertThat(inference.there()).isZero();
        assertThat(inference.back()).isZero();
    }
}
