package dev.bascule.exact.rounding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The noise is held against what real float32 sums are off by. */
class NoiseTest {

    @ParameterizedTest
    @ValueSource(ints = {4, 64, 1024, 16384})
    void sums_are_moved_about_as_far_as_float32_sums_one_after_the_other_are_off(int terms) {
        for (double mean : new double[] {0, 0.5}) {
            SplittableRandom random = new SplittableRandom(11);
            double real = 0;
            double noisy = 0;
            int sums = 400;
            double[] exact = new double[sums];
            double[] squares = new double[sums];
            for (int i = 0; i < sums; i++) {
                float single = 0;
                for (int t = 0; t < terms; t++) {
                    float a = (float) random.nextDouble(-1, 1);
                    float b = (float) (random.nextDouble(-1, 1) + 2 * mean * Math.signum(a));
                    single += a * b;
                    exact[i] += (double) a * b;
                    squares[i] += (double) a * b * a * b;
                }
                real += (single - exact[i]) * (single - exact[i]);
            }
            Reals y = new Reals(DType.FLOAT32, exact, sums);
            List<Rounding> passes = new Passes(1, 7).ofNode();
            passes.get(0).sum(y, terms, () -> new Reals(DType.FLOAT32, squares, sums));
            Reals moved = passes.get(1).sum(y, terms, () -> new Reals(DType.FLOAT32, squares, sums));
            for (int i = 0; i < sums; i++) {
                noisy += (moved.data()[i] - exact[i]) * (moved.data()[i] - exact[i]);
            }
            // A bound that is twice too wide would let twice as much pass, and one below 1 would find right sums wrong.
            assertThat(Math.sqrt(noisy / real))
                    .as("%d terms, mean %.1f", terms, mean)
                    .isBetween(0.8, 2.0);
        }
    }

    @Test
    void what_is_exactly_zero_stays_so() {
        Reals values = new Reals(DType.FLOAT32, new double[] {0, 1.5, 1 / 3.0}, 3);
        Rounding noisy = new Passes(1, 7).ofNode().get(1);
        assertThat(noisy.ranged(values, 4, 1).data()[0]).isZero();
        assertThat(noisy.relative(values, 2).data()[1]).isNotEqualTo(1.5);
        assertThat(noisy.relative(values, 1).data()[2]).isNotEqualTo(1 / 3.0);
    }

    @Test
    void one_operation_rounds_nothing_that_its_type_holds() {
        Reals held = new Reals(DType.FLOAT32, new double[] {1, 1.5}, 2);
        assertThat(new Passes(1, 7).ofNode().get(1).relative(held, 1).data()).containsExactly(1, 1.5);
    }

    @Test
    void a_quotient_that_is_a_whole_number_is_one_for_everybody() {
        Reals size = new Reals(DType.FLOAT32, new double[] {20}, 1);
        assertThat(new Passes(1, 7).ofNode().get(1).relative(size, 2.5).data()).containsExactly(20);
    }

    @Test
    void float16_is_moved_by_its_own_unit_roundoff_and_only_denormal_numbers_by_more() {
        Reals values = new Reals(DType.FLOAT16, new double[] {1e-3, 1e-6}, 2);
        double[] moved = new Passes(1, 7).ofNode().get(1).relative(values, 1).data();
        assertThat(Math.abs(moved[0] - 1e-3)).isLessThan(1e-3 * 0x1p-11);
        assertThat(Math.abs(moved[1] - 1e-6)).isGreaterThan(1e-6 * 0x1p-11);
    }

    @Test
    void a_step_is_asked_four_times_as_far_from_the_exact_pass_where_only_rounding_led_away() {
        List<Rounding> passes = new Passes(1, 7).ofNode();
        passes.get(0).atStep(new Reals(DType.FLOAT32, new double[] {1, 2, 0}, 3));
        assertThat(passes.get(1)
                        .atStep(new Reals(DType.FLOAT32, new double[] {1 + 0x1p-9, 2, 1}, 3))
                        .data())
                .containsExactly(1 + 0x1p-7, 2, 1);
    }

    /** Else each quantized layer of a model would widen what the one before had made of whole steps. */
    @Test
    void at_steps_that_lie_side_by_side_nothing_is_widened_beyond_an_eighth_of_one() {
        List<Rounding> passes = new Passes(1, 7).ofNode();
        passes.get(0).atEvenSteps(new Reals(DType.FLOAT32, new double[] {100, 101, 255, 7}, 4));
        assertThat(passes.get(1)
                        .atEvenSteps(new Reals(DType.FLOAT32, new double[] {100.015625, 100.9375, 255.25, 7}, 4))
                        .data())
                .containsExactly(100.0625, 100.875, 255.25, 7);
    }
}
