package dev.bascule.exact.rounding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModerationTest {

    /** The spread of elements is of one kind, of two kinds, or follows their magnitude. */
    @ParameterizedTest
    @ValueSource(strings = {"one", "two", "magnitude"})
    void a_further_pass_lies_outside_as_often_as_it_is_said_to(String kind) {
        int n = 40_000;
        SplittableRandom random = new SplittableRandom(9);
        double[] exact = new double[n];
        double[] truth = new double[n];
        for (int i = 0; i < n; i++) {
            exact[i] = Math.exp(random.nextDouble(-20, 0));
            truth[i] = switch (kind) {
                case "one" -> 1e-6;
                case "two" -> i % 2 == 0 ? 1e-6 : 1e-4;
                default -> 1e-6 * exact[i];
            };
        }
        double[][] passes = new double[6][];
        for (int pass = 0; pass < 6; pass++) {
            passes[pass] = drawn(exact, truth, random);
        }
        double[] further = drawn(exact, truth, random);
        Moderation.Spreads spreads = Moderation.of(exact, passes);
        for (double level : new double[] {1e-2, 1e-3}) {
            int outside = 0;
            for (int i = 0; i < n; i++) {
                double limit = TDistribution.of(spreads.degrees()[i]).inverseSurvivalProbability(level / 2);
                outside += Math.abs(further[i] - exact[i]) > limit * spreads.deviation()[i] ? 1 : 0;
            }
            assertThat(outside / (level * n)).as("%s at %s", kind, level).isBetween(0.1, 1.7);
        }
    }

    @Test
    void an_element_that_no_pass_moved_has_the_spread_of_its_neighbours() {
        double[] exact = new double[200];
        double[][] passes = new double[4][200];
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 100; i < 200; i++) {
            for (double[] pass : passes) {
                pass[i] = random.nextDouble(-1, 1);
            }
        }
        Moderation.Spreads spreads = Moderation.of(exact, passes);
        assertThat(spreads.deviation()[0]).isBetween(0.2, 1.0);
    }

    /** A mask of a thousand comparisons of which six lie on the edge: the others stay exact, and those six are not judged. */
    @Test
    void few_that_jump_make_no_other_element_uncertain() {
        double[] exact = new double[1000];
        double[][] passes = new double[8][1000];
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 6; i++) {
            for (double[] pass : passes) {
                pass[i * 100] = random.nextInt(2);
            }
        }
        Moderation.Spreads spreads = Moderation.of(exact, passes);
        for (int i = 0; i < 1000; i++) {
            assertThat(spreads.deviation()[i]).isEqualTo(i % 100 == 0 && i < 600 ? Double.POSITIVE_INFINITY : 0);
        }
    }

    @Test
    void few_that_jump_among_others_that_rounding_moves_do_not_widen_these() {
        double[] exact = new double[1000];
        double[][] passes = new double[8][1000];
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 1000; i++) {
            exact[i] = 1 + random.nextDouble();
            for (double[] pass : passes) {
                pass[i] = exact[i] + (i < 5 ? random.nextInt(2) : 1e-7 * random.nextDouble(-1, 1));
            }
        }
        Moderation.Spreads spreads = Moderation.of(exact, passes);
        assertThat(spreads.deviation()[0]).isInfinite();
        for (int i = 5; i < 1000; i++) {
            assertThat(spreads.deviation()[i]).isBetween(3e-8, 1e-7);
        }
    }

    @Test
    void what_no_pass_moves_anywhere_is_not_spread() {
        assertThat(Moderation.of(new double[] {1, 2, 3}, new double[][] {{1, 2, 3}, {1, 2, 3}})
                        .deviation())
                .containsOnly(0);
    }

    @Test
    void what_a_pass_made_infinite_or_no_number_is_spread_without_limit() {
        assertThat(Moderation.of(new double[] {1, Double.NaN}, new double[][] {{Double.NaN, Double.NaN}, {1, 2}})
                        .deviation())
                .containsExactly(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    private static double[] drawn(double[] exact, double[] truth, SplittableRandom random) {
        double[] drawn = new double[exact.length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = exact[i] + truth[i] * random.nextGaussian();
        }
        return drawn;
    }
}
