package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunNoiseTest {
    @Test
    void noise_is_told_from_neighbors_so_that_a_lasting_change_is_none() {
        double[] steady = new double[30];
        Random random = new Random(3);
        Arrays.setAll(steady, i -> 0.02 * random.nextGaussian());
        double[] changed = steady.clone();
        for (int i = 15; i < 30; i++) {
            changed[i] += 0.5;
        }

        assertThat(RunNoise.of(0, steady).orElseThrow().deviation()).isBetween(0.012, 0.03);
        assertThat(RunNoise.of(0, changed).orElseThrow().deviation()).isBetween(0.012, 0.03);
        assertThat(RunNoise.of(0, 1, 2, 3, 4)).isEmpty();
        assertThat(RunNoise.of(0, 1, 1, 1, 1, 1, 1))
                .as("a clock that shows nothing")
                .isEmpty();
        assertThat(RunNoise.of(0, 1, 1, 1 + 1e-14, 1, 1, 1))
                .as("a clock that shows nothing, in doubles")
                .isEmpty();
        assertThat(RunNoise.of(0.015 * 0.015, 1, 1, 0.9, 0.9, 0.9).orElseThrow().deviation())
                .as("a clock of which a step is 5 % of a run")
                .isEqualTo(0.015);
    }

    @Test
    void few_runs_of_history_lend_the_assumption_their_weight_and_never_blind_it() {
        RunNoise like = new RunNoise(Math.log1p(0.1), 1.2, 6, true).tempered(RunNoise.ASSUMED);
        RunNoise wilder = new RunNoise(Math.log1p(0.45), 1.5, 7, true).tempered(RunNoise.ASSUMED);
        RunNoise quiet = new RunNoise(Math.log1p(0.02), 7, 30, true).tempered(RunNoise.ASSUMED);

        assertThat(like.deviation()).isEqualTo(RunNoise.ASSUMED.deviation());
        assertThat(like.degreesOfFreedom()).isGreaterThan(30);
        assertThat(like.words()).isEqualTo("13 % from run to run, assumed: its 6 runs are too few to show less");
        assertThat(wilder.deviation()).isEqualTo(Math.log1p(0.45));
        assertThat(wilder.degreesOfFreedom()).isBetween(4.0, 6.0);
        assertThat(wilder.words())
                .isEqualTo("45 % from run to run, measured over 7 runs, and taken to be better known than these show");
        assertThat(quiet.deviation()).isEqualTo(Math.log1p(0.02));
        assertThat(RunNoise.ASSUMED.tempered(RunNoise.ASSUMED)).isEqualTo(RunNoise.ASSUMED);
    }
}
