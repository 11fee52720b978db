package dev.bascule.studies.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.measure.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class DepthTimesTest {
    private static DepthTimes times(int steps, int rounds, IntToDoubleFunction millis) {
        SplittableRandom random = new SplittableRandom(1);
        double[] samples = new double[steps * rounds];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = millis.applyAsDouble(i % steps) * (1 + 0.02 * random.nextDouble());
        }
        return new DepthTimes(steps, Samples.ofMillis(samples));
    }

    @Test
    void a_cost_that_grows_with_depth_is_its_slope() {
        DepthTimes times = times(128, 3, depth -> 10 + 0.05 * depth);

        assertThat(times.slope().orElseThrow().slope()).isCloseTo(0.05, within(0.005));
        assertThat(times.slope().orElseThrow().grows()).isTrue();
        assertThat(times.lastingSlope()).isPresent();
        assertThat(times.spans()).hasSize(8);
        assertThat(times.spans().get(0).tokensPerSecond())
                .isGreaterThan(times.spans().get(7).tokensPerSecond());
    }

    @Test
    void a_machine_that_slows_down_in_one_round_is_no_slope() {
        double[] samples = new double[3 * 64];
        for (int i = 0; i < samples.length; i++) {
            int round = i / 64;
            samples[i] = 10 + (round == 1 ? -0.01 : 0.1) * (i % 64);
        }
        DepthTimes times = new DepthTimes(64, Samples.ofMillis(samples));

        assertThat(times.slope().orElseThrow().grows()).isTrue();
        assertThat(times.lastingSlope()).isEmpty();
    }

    @Test
    void a_level_cost_has_no_slope_and_no_step() {
        DepthTimes times = times(128, 3, depth -> 10);

        assertThat(times.slope().orElseThrow().grows()).isFalse();
        assertThat(times.knees()).isEmpty();
    }

    @Test
    void a_step_is_found_where_it_is() {
        DepthTimes times = times(128, 3, depth -> depth < 64 ? 10 : 20);

        assertThat(times.knees()).hasSize(1);
        assertThat(times.knees().get(0).spills()).isEqualTo(64);
        assertThat(times.knees().get(0).above() / times.knees().get(0).below()).isCloseTo(2, within(0.1));
    }

    @Test
    void a_step_in_some_rounds_alone_is_the_machines() {
        double[] samples = new double[3 * 64];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = i / 64 < 2 && i % 64 >= 32 ? 20 : 10;
        }

        assertThat(new DepthTimes(64, Samples.ofMillis(samples)).knees()).isEmpty();
    }

    @Test
    void samples_of_each_round_are_kept_in_order_the_last_one_cut_off_included() {
        DepthTimes times = new DepthTimes(3, Samples.ofMillis(1, 2, 3, 4, 5));

        assertThat(times.rounds()).containsExactly(Samples.ofMillis(1, 2, 3), Samples.ofMillis(4, 5));
        assertThat(times.spans()).extracting(span -> span.samples().size()).containsExactly(2, 2, 1);
    }

    private static RawEvidence told(Map<String, String> facts) {
        return new RawEvidence(Optional.empty(), Optional.empty(), List.of(), List.of(), Map.of(), List.of(), facts);
    }

    @Test
    void caches_were_where_each_was_seen_after_each_token() {
        CacheSeen seen = CacheSeen.of(told(Map.of(
                        "carriedOutputs", "2",
                        "carriedIterations", "10",
                        "carriedSeen", "gpu-buffer=20",
                        "readBackBytes", "1280")))
                .orElseThrow();

        assertThat(seen.words()).isEqualTo("gpu-buffer");
        assertThat(seen.readBackBytes()).isEqualTo(128);
    }

    @Test
    void what_does_not_fit_together_shows_nothing() {
        assertThat(CacheSeen.of(told(Map.of()))).isEmpty();
        Map<String, String> few = Map.of(
                "carriedOutputs", "2", "carriedIterations", "10", "carriedSeen", "cpu=19", "readBackBytes", "1280");
        assertThat(CacheSeen.of(told(few))).isEmpty();
        Map<String, String> odd =
                Map.of("carriedOutputs", "2", "carriedIterations", "10", "carriedSeen", "cpu", "readBackBytes", "1280");
        assertThat(CacheSeen.of(told(odd))).isEmpty();
    }
}
