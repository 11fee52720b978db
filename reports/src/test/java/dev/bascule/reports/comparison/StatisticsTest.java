package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    private static RunSamples run(String id, double... millis) {
        return new RunSamples(id, Instant.EPOCH, Samples.ofMillis(millis));
    }

    /** A run whose median is this, by a clock of a thousandth. */
    private static RunSamples run(String id, double median) {
        return run(id, median - 0.002, median - 0.001, median, median + 0.001, median + 0.002, median);
    }

    /** Holm's own example of three: 0.01, 0.02, 0.04 become 0.03, 0.04, 0.04. */
    @Test
    void holm_multiplies_by_what_is_left_and_never_falls() {
        assertThat(Holm.adjusted(0.04, 0.01, 0.02)).containsExactly(new double[] {0.04, 0.03, 0.04}, within(1e-12));
        assertThat(Holm.adjusted(0.6, 0.7)).containsExactly(1, 1);
        assertThat(Holm.adjusted()).isEmpty();
    }

    /** Five above five is one of the 252 ways to draw five of ten, and so is five below five. */
    @Test
    void ranks_that_part_the_samples_wholly_have_the_exact_p_value() {
        double[] x = {1, 2, 3, 4, 5};
        double[] y = {11, 12, 13, 14, 15};
        EffectSize apart = EffectSize.of(x, y, EffectSize.Unit.RUNS);

        assertThat(apart.mannWhitneyP()).isEqualTo(2.0 / 252, within(1e-12));
        assertThat(apart.cliffsDelta()).isEqualTo(1);
        assertThat(apart.magnitude()).isEqualTo("large");
        assertThat(EffectSize.of(x, x, EffectSize.Unit.RUNS).cliffsDelta()).isZero();
    }

    @Test
    void the_shift_of_hodges_and_lehmann_is_a_ratio() {
        double[] x = {1, 2, 4, 8, 16};
        double[] twice = Arrays.stream(x).map(value -> 2 * value).toArray();

        assertThat(EffectSize.of(x, twice, EffectSize.Unit.RUNS).hodgesLehmann())
                .isEqualTo(2, within(1e-9));
    }

    @Test
    void independent_samples_need_no_blocks_and_ones_that_hang_together_do() {
        Random random = new Random(7);
        double[] independent = random.doubles(400).map(value -> 10 + value).toArray();
        double[] hanging =
                new RealisticNoise(0, 0.05, 0.9, 0, 0).samples(10, 400, random).millis();

        assertThat(BlockBootstrap.blockLength(independent)).isLessThanOrEqualTo(2);
        assertThat(BlockBootstrap.blockLength(hanging)).isGreaterThanOrEqualTo(6);
    }

    /** The median of n normal samples of a deviation of 5 % is off by about 1.2533 × 5 % / √n; of a chain with memory 0.9 by far more. */
    @Test
    void what_hangs_together_is_worth_fewer_samples() {
        Random random = new Random(8);
        double independent = BlockBootstrap.standardError(
                new RealisticNoise(0, 0.05, 0, 0, 0).samples(10, 400, random).millis(), 1);
        double hanging = BlockBootstrap.standardError(
                new RealisticNoise(0, 0.05, 0.9, 0, 0).samples(10, 400, random).millis(), 1);

        assertThat(independent).isBetween(0.002, 0.0045);
        assertThat(hanging).isGreaterThan(2 * independent);
    }

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
    void nine_runs_of_the_baseline_tell_the_noise_of_the_one_candidate() {
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

        assertThat(Math.sqrt(12 * Estimator.coarseness(List.of(one), List.of(one))))
                .isEqualTo(0.005 / 0.87, within(1e-6));
    }

    @Test
    void a_mean_over_cases_of_a_coarse_clock_is_no_certainty_either() {
        List<RunSamples> forty = runsOf(40);
        List<RunSamples> more = runsOf(41);
        CaseComparison one = new CaseComparison(
                "a",
                "g",
                "cpu",
                "cpu",
                forty,
                more,
                Optional.of(Estimator.separate(forty, more, RunNoise.ASSUMED, 1)),
                1,
                Optional.empty(),
                Finding.NO_DIFFERENCE_SHOWN,
                "",
                List.of(),
                false,
                "");
        Estimate mean = GeometricMean.of(List.of(one, one)).orElseThrow();

        assertThat(mean.standardError()).isGreaterThan(0.005);
        assertThat(mean.pValue()).isGreaterThan(0.01);
    }

    @Test
    void a_mean_over_cases_is_as_wide_as_their_intervals_and_not_as_the_least_known_makes_all_of_them() {
        RunNoise hardly = new RunNoise(0.004, 1, 5, true);
        Estimate known = new Estimate(0, 0.004, 1, Estimate.Basis.SINGLE_RUNS, 1, 1, Optional.of(hardly));
        Estimate assumed = new Estimate(
                0,
                RunNoise.ASSUMED.deviation() * Math.sqrt(2),
                30,
                Estimate.Basis.SINGLE_RUNS,
                1,
                1,
                Optional.of(RunNoise.ASSUMED));

        Estimate mean = GeometricMean.of(List.of(with(known), with(assumed))).orElseThrow();

        assertThat(Math.log(mean.interval(0.99).high()))
                .isCloseTo(
                        (Math.log(known.interval(0.99).high())
                                        + Math.log(assumed.interval(0.99).high()))
                                / 2,
                        within(1e-3));
        assertThat(mean.ci95().high())
                .as("no narrower than the two by themselves, and far from three times")
                .isBetween(Math.sqrt(known.ci95().high() * assumed.ci95().high()), 1.4);
        assertThat(mean.noise()).as("the worst is named").contains(RunNoise.ASSUMED);
        assertThat(GeometricMean.of(List.of(with(assumed), with(assumed))).orElseThrow())
                .satisfies(alike -> {
                    assertThat(alike.standardError()).isCloseTo(assumed.standardError(), within(1e-12));
                    assertThat(alike.degreesOfFreedom()).isEqualTo(30);
                });
    }

    private static CaseComparison with(Estimate estimate) {
        return new CaseComparison(
                "a",
                "g",
                "cpu",
                "cpu",
                List.of(),
                List.of(),
                Optional.of(estimate),
                1,
                Optional.empty(),
                Finding.NO_DIFFERENCE_SHOWN,
                "",
                List.of(),
                false,
                "");
    }

    @Test
    void sessions_are_assumed_to_differ_only_where_too_few_of_them_show_it() {
        List<RunSamples> evening = every(Duration.ofMinutes(3), 0, 6);
        List<RunSamples> later = every(Duration.ofMinutes(3), 600, 6);
        List<RunSamples> nights = every(Duration.ofDays(1), 0, 6);
        List<RunSamples> nightsAfter = every(Duration.ofDays(1), 20 * 1440, 6);

        assertThat(Sessions.count(evening)).isEqualTo(1);
        assertThat(Sessions.count(nights)).isEqualTo(6);
        assertThat(Estimator.separate(evening, later, RunNoise.ASSUMED, 1).assumedSessions())
                .isPresent();
        assertThat(Estimator.separate(nights, nightsAfter, RunNoise.ASSUMED, 1).assumedSessions())
                .as("each run is a session: what these differ by is in the runs")
                .isEmpty();
        assertThat(Estimator.separate(nights, every(Duration.ofMinutes(3), 20 * 1440, 6), RunNoise.ASSUMED, 1)
                        .assumedSessions())
                .isPresent();
        assertThat(Estimator.stretches(evening, later, RunNoise.ASSUMED, 1).assumedSessions())
                .as("of a series nothing is assumed")
                .isEmpty();
    }

    private static List<RunSamples> every(Duration pause, long minute, int runs) {
        return IntStream.range(0, runs)
                .mapToObj(i -> new RunSamples(
                        "r" + minute + "-" + i,
                        Instant.EPOCH.plus(Duration.ofMinutes(minute)).plus(pause.multipliedBy(i)),
                        Samples.ofMillis(10 + 0.1 * (i % 3), 10.01, 10.02, 10.03, 10.1, 10.2)))
                .toList();
    }

    private static List<RunSamples> runsOf(double millis) {
        return List.of(
                run("1", millis, millis, millis, millis, millis, millis),
                run("2", millis, millis, millis, millis, millis, millis),
                run("3", millis, millis, millis, millis, millis, millis));
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
        assertThat(both.degreesOfFreedom()).isEqualTo(1);
        assertThat(both.pValue()).isGreaterThan(0.05);
        assertThat(Estimator.interleaved(List.of(low, low)).orElseThrow().degreesOfFreedom())
                .isEqualTo(38);
    }

    @Test
    void what_one_interleaved_session_shows_is_said_to_hold_in_it() {
        Estimate session = Estimator.interleaved(List.of(new Ratio(1.2, Optional.of(new Interval(1.19, 1.21)), 20)))
                .orElseThrow();

        assertThat(Sentences.finding(Finding.SLOWER, Optional.of(session), ComparisonOptions.DEFAULT))
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
    void noise_is_told_from_neighbors_so_that_a_lasting_change_is_none() {
        double[] steady = new double[30];
        Random random = new Random(3);
        Arrays.setAll(steady, i -> 0.02 * random.nextGaussian());
        double[] changed = steady.clone();
        for (int i = 15; i < 30; i++) {
            changed[i] += 0.5;
        }

        assertThat(RunNoise.of(steady).orElseThrow().deviation()).isBetween(0.012, 0.03);
        assertThat(RunNoise.of(changed).orElseThrow().deviation()).isBetween(0.012, 0.03);
        assertThat(RunNoise.of(1, 2, 3, 4)).isEmpty();
        assertThat(RunNoise.of(1, 1, 1, 1, 1, 1))
                .as("a clock that shows nothing")
                .isEmpty();
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

    @Test
    void an_estimate_of_nothing_is_refused() {
        assertThatThrownBy(() -> new Estimate(
                        Double.NEGATIVE_INFINITY, 1, 1, Estimate.Basis.SINGLE_RUNS, 1, 1, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void changes_are_told_in_percent_and_large_ones_in_times() {
        assertThat(words(Math.log(0.87), 0.008)).isEqualTo("faster by 12–14 %");
        assertThat(words(Math.log(1.3), 0.01)).isEqualTo("slower by 27–33 %");
        assertThat(words(Math.log(3.2), 0.02)).isEqualTo("takes 3.1–3.3 times as long");
        assertThat(words(Math.log(0.25), 0.02)).isEqualTo("3.8–4.2 times as fast");
    }

    private static String words(double log, double error) {
        return Sentences.change(new Estimate(log, error, 1000, Estimate.Basis.SEPARATE_RUNS, 9, 9, Optional.empty()));
    }
}
