package dev.bascule.reports.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.reports.training.ReferenceConvergence.Verdict;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;
import org.junit.jupiter.api.Test;

class ReferenceConvergenceTest {
    private static final int TRIALS = 1000;
    private static final int SEEDS = 10;

    /** Evaluated every 25 steps, so that ties are common. */
    private static List<OptionalLong> steps(RandomGenerator random, double factor) {
        return IntStream.range(0, SEEDS)
                .mapToObj(each -> {
                    double steps = 400 * factor * StrictMath.exp(0.2 * random.nextGaussian());
                    return OptionalLong.of((long) Math.ceil(steps / 25) * 25);
                })
                .toList();
    }

    private static double share(double factor, Verdict verdict) {
        RandomGenerator random = new SplittableRandom(Double.doubleToLongBits(factor));
        return (double) IntStream.range(0, TRIALS)
                        .filter(each -> ReferenceConvergence.of(steps(random, factor), steps(random, 1))
                                        .verdict()
                                == verdict)
                        .count()
                / TRIALS;
    }

    @Test
    void runs_like_the_reference_are_flagged_in_no_more_than_one_of_twenty() {
        double flagged = share(1, Verdict.TOO_SLOW) + share(1, Verdict.TOO_FAST);
        assertThat(flagged).isBetween(0.02, 0.055);
    }

    @Test
    void runs_that_take_twice_as_long_and_half_as_long_are_flagged() {
        assertThat(share(2, Verdict.TOO_SLOW)).isGreaterThan(0.99);
        assertThat(share(0.5, Verdict.TOO_FAST)).isGreaterThan(0.99);
    }

    /** The exact test of another program, where nothing is tied. */
    @Test
    void the_probability_is_that_of_the_exact_test() {
        double[] here = {310, 420, 365, 501, 388};
        double[] reference = {402, 640, 355, 523, 470};
        double p = WilcoxonSignedRankTest.withDefaults()
                .with(PValueMethod.EXACT)
                .test(here, reference)
                .getPValue();
        ReferenceConvergence seen =
                ReferenceConvergence.of(reached(310, 420, 365, 501, 388), reached(402, 640, 355, 523, 470));
        assertThat(seen.p()).isCloseTo(p, within(1e-12));
        assertThat(seen.verdict()).isEqualTo(Verdict.TOO_FEW_SEEDS);
        assertThat(seen.ratio().orElseThrow()).isCloseTo(388 / 470.0, within(1e-12));
    }

    /** Counted by hand: the doubled ranks of +1, −2, −2 are 2, 5, 5, and of the sums of all eight signs 0 and 2 are at most 2. */
    @Test
    void ties_share_their_ranks_and_equal_pairs_say_nothing() {
        SignedRank ranks = SignedRank.of(new double[] {9, 5, 7, 6}, new double[] {9, 4, 9, 8});
        assertThat(ranks.atMost()).isCloseTo(2 / 8.0, within(1e-12));
        assertThat(ranks.atLeast()).isCloseTo(7 / 8.0, within(1e-12));
        SignedRank same = SignedRank.of(new double[] {7, 7}, new double[] {7, 7});
        assertThat(same.atMost()).isEqualTo(1);
        assertThat(same.atLeast()).isEqualTo(1);
    }

    /** Seeds are hard or easy for both; unpaired ranks do not see it through that. */
    @Test
    void the_same_small_delay_at_every_seed_is_seen() {
        assertThat(ReferenceConvergence.of(reached(110, 210, 310, 410, 510, 610), reached(100, 200, 300, 400, 500, 600))
                        .verdict())
                .isEqualTo(Verdict.TOO_SLOW);
    }

    @Test
    void runs_that_never_come_there_are_slower_than_all_that_do() {
        List<OptionalLong> never =
                IntStream.range(0, 6).mapToObj(each -> OptionalLong.empty()).toList();
        ReferenceConvergence seen = ReferenceConvergence.of(never, reached(100, 200, 300, 400, 500, 600));
        assertThat(seen.verdict()).isEqualTo(Verdict.TOO_SLOW);
        assertThat(seen.ratio()).isEmpty();
        assertThat(seen.reached()).isZero();
        assertThat(seen.referenceReached()).isEqualTo(6);
        assertThat(ReferenceConvergence.of(never, never).p()).isEqualTo(1);
    }

    @Test
    void five_seeds_and_none_are_too_few() {
        assertThat(ReferenceConvergence.of(reached(1, 2, 3, 4, 5), reached(10, 20, 30, 40, 50))
                        .verdict())
                .isEqualTo(Verdict.TOO_FEW_SEEDS);
        assertThat(ReferenceConvergence.of(List.of(), List.of()).verdict()).isEqualTo(Verdict.TOO_FEW_SEEDS);
    }

    @Test
    void a_thousand_seeds_are_counted() {
        List<OptionalLong> many =
                LongStream.range(0, 1000).mapToObj(OptionalLong::of).toList();
        List<OptionalLong> later =
                LongStream.range(1, 1001).mapToObj(OptionalLong::of).toList();
        assertThat(ReferenceConvergence.of(later, many).verdict()).isEqualTo(Verdict.TOO_SLOW);
    }

    private static List<OptionalLong> reached(long... steps) {
        return LongStream.of(steps).mapToObj(OptionalLong::of).toList();
    }
}
