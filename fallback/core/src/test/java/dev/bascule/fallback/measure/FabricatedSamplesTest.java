package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FabricatedSamplesTest {

    @Test
    void the_same_time_over_and_over_on_a_fine_clock_was_written_down() {
        assertThat(FabricatedSamples.in(repeated(20, 12.345), List.of()))
                .contains("20 iterations in a row took the same time, to the last digit");
    }

    @Test
    void two_times_by_turns_were_written_down() {
        double[] values = new double[40];
        Arrays.setAll(values, i -> i % 2 == 0 ? 12.345 : 12.905);
        assertThat(FabricatedSamples.in(Samples.ofMillis(values), List.of())).contains("40 iterations share 2 times");
    }

    @Test
    void a_block_that_was_handed_in_before_was_not_measured_again() {
        Samples block = measured(30, 12, 0.005, 1);
        assertThat(FabricatedSamples.in(block, List.of())).isEmpty();
        assertThat(FabricatedSamples.in(block, List.of(measured(30, 12, 0.005, 2), block)))
                .contains("all 30 iterations took, to the last digit, what those of an earlier block did");
    }

    /** Every clock that browsers have, at times from far below its step to far above. */
    @Test
    void what_a_clock_of_any_step_measures_is_never_taken_for_invented() {
        for (double step : new double[] {100, 1, 0.1, 0.02, 0.005, 1e-4, 1e-6}) {
            for (double center : new double[] {0.003, 0.05, 1, 7, 60, 2000}) {
                List<Samples> before = new java.util.ArrayList<>();
                for (int block = 0; block < 50; block++) {
                    Samples samples = measured(30, center, step, 31 * block + 7);
                    assertThat(FabricatedSamples.in(samples, before))
                            .as("%s ms on steps of %s ms", center, step)
                            .isEmpty();
                    before.add(samples);
                }
            }
        }
    }

    private static Samples repeated(int n, double millis) {
        double[] values = new double[n];
        Arrays.fill(values, millis);
        return Samples.ofMillis(values);
    }

    /** Stamps rounded down to the step, of iterations that scatter by half a percent: far steadier than any that was seen. */
    static Samples measured(int n, double center, double step, long seed) {
        Random random = new Random(seed);
        double now = random.nextDouble() * 1000;
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            double start = Math.floor(now / step);
            now += center * (1 + 0.005 * random.nextGaussian());
            values[i] = (Math.floor(now / step) - start) * step;
            now += 0.01 + 0.01 * random.nextDouble();
        }
        return Samples.ofMillis(values);
    }
}
