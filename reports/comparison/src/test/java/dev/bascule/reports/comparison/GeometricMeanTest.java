package dev.bascule.reports.comparison;

import static dev.bascule.reports.comparison.TimedRuns.runsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeometricMeanTest {
    @Test
    void a_mean_over_cases_of_a_coarse_clock_is_no_certainty_either() {
        List<RunSamples> forty = runsOf(40);
        List<RunSamples> more = runsOf(41);
        CaseComparison one = of(forty, more);
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

    @Test
    void a_mean_assumes_of_sessions_what_its_busiest_case_does_wherever_that_stands() {
        CaseComparison quiet = of(threeRuns(0, false), threeRuns(5, false));
        CaseComparison busy = of(threeRuns(0, false), threeRuns(5, true));

        for (List<CaseComparison> order : List.of(List.of(quiet, busy), List.of(busy, quiet))) {
            assertThat(GeometricMean.of(order).orElseThrow().assumedSessions()).hasValue(Math.expm1(Math.log1p(0.1)));
        }
        assertThat(GeometricMean.of(List.of(quiet, quiet)).orElseThrow().assumedSessions())
                .as("negative control")
                .hasValue(Math.expm1(Math.log1p(0.01)));
    }

    private static List<RunSamples> threeRuns(int minute, boolean busy) {
        return IntStream.range(0, 3)
                .mapToObj(i -> new RunSamples(
                        "r" + (minute + i),
                        Instant.EPOCH.plus(Duration.ofMinutes(minute + i)),
                        Samples.ofMillis(10, 10.1, 10.2, 10.3, 10.4, 10.5 + i),
                        busy))
                .toList();
    }

    private static CaseComparison of(List<RunSamples> baseline, List<RunSamples> candidate) {
        return of(baseline, candidate, Estimator.separate(baseline, candidate, RunNoise.ASSUMED, 1));
    }

    private static CaseComparison with(Estimate estimate) {
        return of(List.of(), List.of(), estimate);
    }

    private static CaseComparison of(List<RunSamples> baseline, List<RunSamples> candidate, Estimate estimate) {
        return new CaseComparison(
                new CaseComparison.Subject("a", "g", "cpu", "cpu", ""),
                baseline,
                candidate,
                Optional.of(estimate),
                Optional.empty(),
                new CaseComparison.Judgement(SpeedFinding.NO_DIFFERENCE_SHOWN, "", 1, false),
                List.of(),
                Optional.empty());
    }
}
