package dev.bascule.reports.comparison;

import static dev.bascule.reports.comparison.TimedRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EstimatorTest {
    /** By hand: means of logs 2.49459 and 2.31889, deviations 0.0291 and 0.0199, so t = 8.6 at 3.5 degrees of freedom. */
    @Test
    void several_runs_are_compared_by_welchs_t_over_log_medians() {
        Estimate estimate = Estimator.separate(
                List.of(run("a1", 10), run("a2", 10.4), run("a3", 10.1)),
                List.of(run("b1", 12), run("b2", 12.5), run("b3", 11.8)),
                RunNoise.ASSUMED,
                1);

        assertThat(estimate.basis()).isEqualTo(Estimate.Basis.SEPARATE_RUNS);
        assertThat(estimate.ratio()).isEqualTo(Math.cbrt(12 * 12.5 * 11.8 / (10 * 10.4 * 10.1)), within(1e-3));
        assertThat(estimate.degreesOfFreedom()).isBetween(3.0, 4.0);
        assertThat(estimate.pValue()).isLessThan(0.002);
        assertThat(estimate.ci95().contains(1.19)).isTrue();
        assertThat(estimate.noise()).isEmpty();
    }

    @Test
    void one_run_each_is_no_better_known_than_runs_differ() {
        Estimate estimate = Estimator.separate(List.of(run("a", 10)), List.of(run("b", 11)), RunNoise.ASSUMED, 1);

        assertThat(estimate.basis()).isEqualTo(Estimate.Basis.SINGLE_RUNS);
        assertThat(estimate.standardError()).isGreaterThanOrEqualTo(Math.log(1.13) * Math.sqrt(2));
        assertThat(estimate.how()).contains("one run each").contains("assumed: no history");
    }

    @Test
    void the_least_that_could_be_shown_is_where_a_claim_begins() {
        Estimate one = Estimator.separate(List.of(run("a", 1)), List.of(run("b", 1.3)), RunNoise.ASSUMED, 1);
        double least = Math.log(one.leastShown(0.01));
        Estimate above = new Estimate(
                1.001 * least, one.standardError(), one.degreesOfFreedom(), one.basis(), 1, 1, one.noise());
        Estimate below = new Estimate(
                0.999 * least, one.standardError(), one.degreesOfFreedom(), one.basis(), 1, 1, one.noise());

        assertThat(Math.exp(least)).isBetween(1.5, 2.0);
        assertThat(above.pValue()).isLessThan(0.01);
        assertThat(below.pValue()).isGreaterThan(0.01);
    }

    @Test
    void seven_runs_of_the_baseline_tell_the_noise_of_the_one_candidate() {
        List<RunSamples> baseline = Arrays.asList(
                run("1", 10),
                run("2", 10.1),
                run("3", 9.9),
                run("4", 10.05),
                run("5", 9.95),
                run("6", 10),
                run("7", 10.1));
        Estimate estimate = Estimator.separate(baseline, List.of(run("b", 11)), RunNoise.ASSUMED, 1);

        assertThat(estimate.basis()).isEqualTo(Estimate.Basis.FEW_RUNS);
        assertThat(estimate.pValue()).isLessThan(0.001);
    }

    @Test
    void pairs_of_the_same_runs_cancel_what_the_runs_did() {
        List<RunSamples> slowAndFast = List.of(run("1", 10), run("2", 20), run("3", 15), run("4", 30));
        List<RunSamples> twice = List.of(run("1", 20.1), run("2", 40), run("3", 30), run("4", 60.2));

        Estimate paired = Estimator.paired(slowAndFast, twice, RunNoise.ASSUMED, 1);
        Estimate separate = Estimator.separate(slowAndFast, twice, RunNoise.ASSUMED, 1);

        assertThat(paired.ci95().low()).isGreaterThan(1.95);
        assertThat(separate.ci95().low()).isLessThan(1);
    }

    @Test
    void interleaved_runs_are_taken_by_their_ratios_and_one_session_by_its_interval() {
        Ratio one = Ratio.ofPairs(
                List.of(Samples.ofMillis(2), Samples.ofMillis(2.1), Samples.ofMillis(1.9), Samples.ofMillis(2)),
                List.of(Samples.ofMillis(1), Samples.ofMillis(1), Samples.ofMillis(1), Samples.ofMillis(1.01)));

        Estimate session = Estimator.interleaved(List.of(one)).orElseThrow();
        assertThat(session.ci95().low()).isEqualTo(one.ci95().orElseThrow().low(), within(1e-9));
        assertThat(session.basis()).isEqualTo(Estimate.Basis.INTERLEAVED_SESSION);
        assertThat(Estimator.interleaved(List.of(one, one, one)).orElseThrow().basis())
                .isEqualTo(Estimate.Basis.INTERLEAVED_RUNS);
        assertThat(Estimator.interleaved(List.of())).isEmpty();
        assertThat(Estimator.interleaved(List.of(new Ratio(2, Optional.empty(), 2))))
                .isEmpty();
    }

    /** Firefox rounds its clock to a millisecond: five runs of exactly 40 ms against five of 41 are one step apart. */
    @Test
    void a_coarse_clock_is_no_certainty() {
        List<RunSamples> forty = List.of(
                run("1", 40, 40, 40, 40, 40, 40), run("2", 40, 40, 40, 40, 40, 40), run("3", 40, 40, 40, 40, 40, 40));
        List<RunSamples> more = List.of(
                run("1", 41, 41, 41, 41, 41, 41), run("2", 41, 41, 41, 41, 41, 41), run("3", 41, 41, 41, 41, 41, 41));

        Estimate estimate = Estimator.separate(forty, more, RunNoise.ASSUMED, 1);

        assertThat(estimate.standardError()).isGreaterThan(0.005);
        assertThat(estimate.pValue()).isGreaterThan(0.01);
    }

    /** Chromium's clock steps by 5 µs, and the difference of two of its stamps is off by what doubles leave. */
    @Test
    void differences_that_doubles_make_are_no_steps_of_the_clock() {
        RunSamples one = run("1", 0.86999999999898, 0.87000000000080, 0.87, 0.86500000000160, 0.87499999999900, 0.87);

        assertThat(Math.sqrt(12 * Coarseness.of(List.of(one), List.of(one)).baseline()))
                .isEqualTo(0.005 / 0.87, within(1e-6));
    }

    /** Whichever side has more samples: a step of the slow one is nothing to it, and no doubt of a thousandfold difference. */
    @Test
    void each_side_is_as_coarse_as_its_own_times_say() {
        RunSamples slow = run("slow", 20, 20.01, 20.03, 20.06, 20.1);
        RunSamples fast = run("fast", 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02);

        Coarseness clock = Coarseness.of(List.of(slow), List.of(fast));

        assertThat(Math.sqrt(12 * clock.baseline())).isEqualTo(0.01 / 20.03, within(1e-6));
        assertThat(Math.sqrt(12 * clock.candidate())).isEqualTo(0.5, within(1e-6));
        assertThat(Estimator.separate(List.of(fast), List.of(slow), RunNoise.ASSUMED, 1)
                        .pValue())
                .isLessThan(1e-6);
    }

    @Test
    void an_error_of_nothing_proves_nothing() {
        Estimate exact = new Estimate(0.2, 0, 4, Estimate.Basis.SEPARATE_RUNS, 3, 3, Optional.empty());

        assertThat(exact.pValue()).isEqualTo(1);
        assertThat(exact.nonEquivalenceP(0.5)).isGreaterThan(0.05);
    }

    /** Two sessions 20 % apart, each sure of itself to 1 %: their difference is the error, which one degree of freedom knows. */
    @Test
    void two_interleaved_sessions_that_disagree_are_known_by_one_degree_of_freedom() {
        Ratio low = new Ratio(1.1, Optional.of(new Interval(1.09, 1.11)), 20);
        Ratio high = new Ratio(1.3, Optional.of(new Interval(1.29, 1.31)), 20);

        Estimate both = Estimator.interleaved(List.of(low, high)).orElseThrow();
        assertThat(both.how())
                .startsWith("2 runs: interleaved (ABBA)")
                .contains("what these differ by is the error")
                .doesNotContain("in this session only");
        assertThat(both.ofSessionOnly()).isFalse();
        assertThat(both.degreesOfFreedom()).isEqualTo(1);
        assertThat(both.pValue()).isGreaterThan(0.05);
        assertThat(Estimator.interleaved(List.of(low, low)).orElseThrow().degreesOfFreedom())
                .isEqualTo(38);
    }

    @Test
    void what_one_interleaved_session_shows_is_said_to_hold_in_it() {
        Estimate session = Estimator.interleaved(List.of(new Ratio(1.2, Optional.of(new Interval(1.19, 1.21)), 20)))
                .orElseThrow();

        assertThat(Sentences.finding(SpeedFinding.SLOWER, Optional.of(session), 0.001, ComparisonOptions.DEFAULT))
                .isEqualTo("slower by 19–21 % in this session");
        assertThat(session.how()).contains("in this session only");
    }

    @Test
    void equivalence_is_shown_by_two_one_sided_tests() {
        Estimate narrow = new Estimate(0.01, 0.005, 20, Estimate.Basis.SEPARATE_RUNS, 11, 11, Optional.empty());
        Estimate wide = new Estimate(0.01, 0.05, 20, Estimate.Basis.SEPARATE_RUNS, 11, 11, Optional.empty());

        assertThat(narrow.nonEquivalenceP(0.05)).isLessThan(0.05);
        assertThat(wide.nonEquivalenceP(0.05)).isGreaterThan(0.05);
        // The same as its 90 % interval lying within the margin.
        assertThat(narrow.interval(0.9).high()).isLessThan(1.05);
    }

    @Test
    void an_estimate_of_nothing_is_refused() {
        assertThatThrownBy(() -> new Estimate(
                        Double.NEGATIVE_INFINITY, 1, 1, Estimate.Basis.SINGLE_RUNS, 1, 1, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
