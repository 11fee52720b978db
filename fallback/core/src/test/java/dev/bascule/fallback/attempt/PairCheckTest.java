package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class PairCheckTest {

    /** The child JVM's loop, still being compiled beside wasm: 97 µs in turn, 7 µs in its own cell. */
    @Test
    void a_ratio_below_1_where_the_rows_own_cells_say_above_1_is_contradicted() {
        Comparison pair = pair(0.060, 0.100);
        assertThat(PairCheck.contradiction(pair, block(0.030, 60, 9)).orElseThrow())
                .startsWith("measured in turn it took ×0.60 (")
                .endsWith("they contradict each other, and no ratio is shown");
        assertThat(PairCheck.contradiction(pair(0.100, 0.060), block(0.200, 60, 9)))
                .as("the other way round")
                .isPresent();
    }

    @Test
    void a_ratio_that_the_rows_cells_bear_out_stands() {
        assertThat(PairCheck.contradiction(pair(0.060, 0.100), block(0.090, 60, 9)))
                .isEmpty();
    }

    /** Beside a browser the native CPU may be slower than alone: how much is no contradiction, who wins is. */
    @Test
    void the_same_winner_by_another_margin_is_no_contradiction() {
        assertThat(PairCheck.contradiction(pair(0.200, 0.100), block(0.050, 60, 9)))
                .isEmpty();
    }

    @Test
    void sides_that_are_as_fast_within_the_noise_contradict_nothing() {
        assertThat(PairCheck.contradiction(pair(0.0985, 0.100), block(0.0955, 600, 9)))
                .isEmpty();
    }

    @Test
    void a_baseline_that_became_faster_while_it_was_compared_with_is_told() {
        Samples falling = Samples.concat(List.of(block(0.097, 20, 1), block(0.05, 20, 2), block(0.02, 20, 3)));
        assertThat(PairCheck.drift(with(pair(0.06, 0.1), falling)).orElseThrow())
                .matches("native/x/cpu-cpu drifted while it was the baseline: its last third took ×0\\.2\\d the time of"
                        + " its first");
        assertThat(PairCheck.drift(pair(0.06, 0.1))).isEmpty();
    }

    private static Comparison with(Comparison pair, Samples baseline) {
        return new Comparison(pair.baseline(), pair.own(), List.of(baseline), List.of(pair.ownSamples()));
    }

    private static Comparison pair(double own, double baseline) {
        List<Samples> owns = new ArrayList<>();
        List<Samples> baselines = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            owns.add(block(own, 10, 10 + i));
            baselines.add(block(baseline, 10, 20 + i));
        }
        return new Comparison("native/x/cpu-cpu", "chrome/x/wasm-cpu", baselines, owns);
    }

    private static Samples block(double median, int n, long seed) {
        Random random = new Random(seed);
        return Samples.ofMillis(random.doubles(n)
                .map(unused -> median * Math.exp(0.02 * random.nextGaussian()))
                .toArray());
    }
}
