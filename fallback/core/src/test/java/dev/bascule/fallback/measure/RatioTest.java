package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioTest {

    @Test
    void the_ratio_is_the_geometric_mean_of_the_pairs() {
        Ratio ratio = Ratio.ofPairs(blocks(2, 8), blocks(1, 1));
        assertThat(ratio.value()).isCloseTo(4, within(1e-12));
        assertThat(ratio.pairs()).isEqualTo(2);
    }

    /** Log ratios ln 2, ln 2, ln 4, ln 4: mean 1.5 ln 2, standard error ln 2 / sqrt 12, t(3; 0.975) = 3.18245. */
    @Test
    void the_interval_is_students_on_the_log_ratios() {
        Ratio ratio = Ratio.ofPairs(blocks(2, 2, 4, 4), blocks(1, 1, 1, 1));
        assertThat(ratio.value()).isCloseTo(Math.pow(2, 1.5), within(1e-12));
        double half = 3.18244630528371 * Math.log(2) / Math.sqrt(12);
        Interval interval = ratio.ci95().orElseThrow();
        assertThat(interval.low()).isCloseTo(Math.exp(1.5 * Math.log(2) - half), within(1e-9));
        assertThat(interval.high()).isCloseTo(Math.exp(1.5 * Math.log(2) + half), within(1e-9));
    }

    @Test
    void the_other_way_round_is_the_reciprocal() {
        Ratio there = Ratio.ofPairs(blocks(2, 3, 2.5, 2.2), blocks(1, 1.1, 0.9, 1));
        Ratio back = Ratio.ofPairs(blocks(1, 1.1, 0.9, 1), blocks(2, 3, 2.5, 2.2));
        assertThat(there.value() * back.value()).isCloseTo(1, within(1e-12));
        assertThat(there.ci95().orElseThrow().low() * back.ci95().orElseThrow().high())
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void what_the_machine_does_to_both_of_a_pair_falls_out() {
        Ratio ratio = Ratio.ofPairs(blocks(2, 20, 6, 10), blocks(1, 10, 3, 5));
        assertThat(ratio.value()).isCloseTo(2, within(1e-12));
        assertThat(ratio.ci95().orElseThrow().high()).isCloseTo(2, within(1e-9));
    }

    /** 15 and 10 µs by a clock of 5 µs: pairs that agree to the last digit may both be off by a step. */
    @Test
    void the_clocks_step_is_part_of_the_interval_however_many_the_pairs() {
        for (int pairs : new int[] {4, 100}) {
            List<Samples> own = java.util.Collections.nCopies(pairs, Samples.ofMillis(0.015, 0.015, 0.015));
            List<Samples> baseline = java.util.Collections.nCopies(pairs, Samples.ofMillis(0.010, 0.015, 0.010));
            Interval interval = Ratio.ofPairs(own, baseline).ci95().orElseThrow();
            double half = 1.959963984540054 * Math.sqrt((1 / 9.0 + 1 / 4.0) / 12);
            assertThat(interval.low()).isCloseTo(1.5 * Math.exp(-half), within(1e-9));
            assertThat(interval.high()).isCloseTo(1.5 * Math.exp(half), within(1e-9));
        }
    }

    @Test
    void blocks_below_the_clocks_step_are_not_measurable() {
        assertThat(Ratio.isMeasurable(List.of(Samples.ofMillis(0.005, 0.01), Samples.ofMillis(0, 0.005))))
                .isFalse();
        assertThat(Ratio.isMeasurable(List.of(Samples.ofMillis(0.005, 0.01)))).isTrue();
        assertThat(Ratio.isMeasurable(List.of())).isFalse();
    }

    @Test
    void three_pairs_have_no_interval() {
        assertThat(Ratio.ofPairs(blocks(2, 2, 2), blocks(1, 1, 1)).ci95()).isEmpty();
    }

    @Test
    void blocks_come_in_pairs_with_samples_that_the_clock_could_see() {
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.ofPairs(List.of(), List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Ratio.ofPairs(blocks(1, 2), blocks(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ratio.ofPairs(blocks(1, 2, 3, 4), blocks(1, 0, 1, 1)))
                .withMessageContaining("too coarse");
    }

    /** Blocks of nine noisy samples, both sides under one slow disturbance of the machine; the true ratio is 1.3. */
    @Test
    void the_interval_covers_the_true_ratio_about_95_times_in_100() {
        Random random = new Random(20261121);
        int covered = 0;
        int trials = 3000;
        for (int trial = 0; trial < trials; trial++) {
            List<Samples> own = new ArrayList<>();
            List<Samples> baseline = new ArrayList<>();
            for (int pair = 0; pair < 8; pair++) {
                double machine = Math.exp(0.2 * random.nextGaussian());
                own.add(block(random, 13 * machine));
                baseline.add(block(random, 10 * machine));
            }
            if (Ratio.ofPairs(own, baseline).ci95().orElseThrow().contains(1.3)) {
                covered++;
            }
        }
        assertThat(covered / (double) trials).isBetween(0.935, 0.965);
    }

    private static Samples block(Random random, double median) {
        return Samples.ofMillis(random.doubles(9)
                .map(unused -> median * Math.exp(0.1 * random.nextGaussian()))
                .toArray());
    }

    private static List<Samples> blocks(double... medians) {
        List<Samples> blocks = new ArrayList<>();
        for (double median : medians) {
            // Of no clock's step.
            double odd = median * Math.E;
            blocks.add(Samples.ofMillis(odd / 2, odd, odd * 2));
        }
        return blocks;
    }

    @Test
    void the_ratio_over_runs_has_the_interval_of_how_runs_differ() {
        Ratio one = new Ratio(1.0, Optional.of(new Interval(0.99, 1.01)), 6);
        Ratio other = new Ratio(1.21, Optional.of(new Interval(1.2, 1.22)), 6);
        Ratio middle = new Ratio(1.1, Optional.empty(), 4);

        assertThat(Ratio.ofRuns(List.of(one, other)).ci95()).isEmpty();
        Ratio all = Ratio.ofRuns(List.of(one, middle, other));

        assertThat(all.value()).isCloseTo(1.1, within(1e-12));
        assertThat(all.pairs()).isEqualTo(16);
        // log 1.1 / √3 × 4.3027: Student's with two degrees of freedom.
        double half = 4.3027 * Math.log(1.1) / Math.sqrt(3);
        assertThat(Math.log(all.ci95().orElseThrow().high() / 1.1)).isCloseTo(half, within(1e-4));
    }

    @Test
    void runs_that_agree_on_a_coarse_clock_know_no_more_than_one_of_them() {
        Ratio run = new Ratio(1.5, Optional.of(new Interval(1.2, 1.875)), 6);

        Interval all = Ratio.ofRuns(List.of(run, run, run)).ci95().orElseThrow();

        assertThat(all.low()).isCloseTo(1.2, within(1e-9));
        assertThat(all.high()).isCloseTo(1.875, within(1e-9));
    }
}
