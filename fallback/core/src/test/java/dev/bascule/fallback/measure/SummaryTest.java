package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.lists;

import dev.bascule.fallback.measure.Summary.Flag;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("red-team")
class SummaryTest {

    /** NumPy 2: median, mean, and quantile(method='median_unbiased'), which is Hyndman and Fan's type 8. */
    @Test
    void the_figures_of_twelve_samples_are_numpys() {
        Summary summary = of(12.1, 11.9, 12.4, 30.0, 12.0, 12.2, 11.8, 12.3, 12.6, 11.7, 12.05, 13.5);
        assertThat(summary.n()).isEqualTo(12);
        assertThat(summary.median()).isCloseTo(12.15, within(1e-12));
        assertThat(summary.mean()).isCloseTo(13.7125, within(1e-12));
        assertThat(summary.p90().orElseThrow()).isCloseTo(20.65, within(1e-9));
        assertThat(summary.p99()).isEmpty();
        // Binomial(12, 1/2): P(X <= 2) = 79/4096 = 1.9 %, so from the third to the tenth of twelve.
        // Wider by 5 µs either way, of which all of them are multiples.
        assertThat(summary.ci95().orElseThrow().low()).isCloseTo(11.895, within(1e-9));
        assertThat(summary.ci95().orElseThrow().high()).isCloseTo(12.605, within(1e-9));
        assertThat(summary.flags()).isEmpty();
    }

    @Test
    void the_figures_of_a_hundred_samples_are_numpys() {
        Summary summary = of(
                IntStream.rangeClosed(1, 100).mapToDouble(i -> Math.pow(i, 1.5)).toArray());
        assertThat(summary.median()).isCloseTo(358.88312022447957, within(1e-9));
        assertThat(summary.mean()).isCloseTo(405.01224515318927, within(1e-9));
        assertThat(summary.p90().orElseThrow()).isCloseTo(862.852448106636, within(1e-9));
        assertThat(summary.p99().orElseThrow()).isCloseTo(994.9626461209697, within(1e-9));
        // The tabled ranks for n = 100 are 40 and 61.
        assertThat(summary.ci95()).contains(new Interval(Math.pow(40, 1.5), Math.pow(61, 1.5)));
    }

    /** Ranks of the 95 % interval of a median from a table (Conover, table A3 by hand for the small ones). */
    @ParameterizedTest
    @CsvSource({"6, 1, 6", "8, 1, 8", "9, 2, 8", "10, 2, 9", "15, 4, 12", "20, 6, 15", "25, 8, 18", "50, 18, 33"})
    void the_interval_of_the_median_has_the_tabled_ranks(int n, int low, int high) {
        Summary summary = of(IntStream.rangeClosed(1, n).mapToDouble(Math::cbrt).toArray());
        assertThat(summary.ci95()).contains(new Interval(Math.cbrt(low), Math.cbrt(high)));
    }

    @Test
    void no_samples_no_summary() {
        assertThat(Summary.of(Samples.NONE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, false, false",
        "5, false, false, false",
        "6, true, false, false",
        "9, true, false, false",
        "10, true, true, false",
        "99, true, true, false",
        "100, true, true, true"
    })
    void a_statistic_that_the_sample_is_too_small_for_is_empty(int n, boolean interval, boolean p90, boolean p99) {
        Summary summary = of(IntStream.rangeClosed(1, n).mapToDouble(i -> 10).toArray());
        assertThat(summary.ci95().isPresent()).isEqualTo(interval);
        assertThat(summary.p90().isPresent()).isEqualTo(p90);
        assertThat(summary.p99().isPresent()).isEqualTo(p99);
    }

    @Test
    void the_interval_holds_the_median_and_lies_within_the_samples() {
        qt().withFixedSeed(20261121)
                .forAll(lists().of(doubles().between(0, 1000)).ofSizeBetween(6, 60))
                .checkAssert(values -> {
                    double[] samples =
                            values.stream().mapToDouble(Double::doubleValue).toArray();
                    Optional<Summary> known = Summary.of(Samples.ofMillis(samples));
                    if (known.isEmpty()) {
                        return;
                    }
                    Summary summary = known.get();
                    Interval interval = summary.ci95().orElseThrow();
                    double[] sorted = Samples.ofMillis(samples).sorted();
                    assertThat(interval.contains(summary.median())).isTrue();
                    double step = ClockResolution.of(Samples.ofMillis(samples)).millis();
                    assertThat(interval.low()).isGreaterThanOrEqualTo(Math.max(0, sorted[0] - step));
                    assertThat(interval.high()).isLessThanOrEqualTo(sorted[sorted.length - 1] + step);
                });
    }

    /** Log-normal samples, as timings are; the interval is exact or a little wide, by its discreteness. */
    @ParameterizedTest
    @ValueSource(ints = {6, 15, 30, 100})
    void the_interval_covers_the_true_median_about_95_times_in_100(int n) {
        Random random = new Random(20261121);
        int covered = 0;
        int trials = 4000;
        for (int trial = 0; trial < trials; trial++) {
            double[] samples = IntStream.range(0, n)
                    .mapToDouble(i -> 10 * Math.exp(0.3 * random.nextGaussian()))
                    .toArray();
            if (of(samples).ci95().orElseThrow().contains(10)) {
                covered++;
            }
        }
        assertThat(covered / (double) trials).isBetween(0.94, 0.98);
    }

    @Test
    void steady_samples_have_no_flags() {
        assertThat(of(noise(60, 10, 0.01)).flags()).isEmpty();
    }

    @Test
    void a_first_sample_far_outside_is_flagged_and_one_elsewhere_is_not() {
        double[] samples = noise(30, 10, 0.01);
        samples[0] = 25;
        assertThat(of(samples).flags()).containsExactly(Flag.FIRST_SAMPLE_OUTLIER);
        samples[0] = 10;
        samples[17] = 25;
        assertThat(of(samples).flags()).isEmpty();
    }

    @Test
    void drift_is_flagged_both_ways() {
        double[] rising = noise(60, 10, 0.01);
        double[] falling = noise(60, 10, 0.01);
        for (int i = 0; i < 60; i++) {
            rising[i] += i * 0.05;
            falling[i] += (60 - i) * 0.05;
        }
        assertThat(of(rising).flags()).contains(Flag.DRIFT);
        assertThat(of(falling).flags()).contains(Flag.DRIFT);
    }

    @Test
    void a_drift_too_small_to_matter_is_not_flagged() {
        double[] samples = noise(300, 10, 0.001);
        for (int i = 0; i < 300; i++) {
            samples[i] += i * 0.001;
        }
        assertThat(of(samples).flags()).doesNotContain(Flag.DRIFT);
    }

    @Test
    void a_wide_sample_is_noisy() {
        assertThat(of(noise(60, 10, 0.4)).flags()).contains(Flag.NOISY);
        assertThat(of(noise(60, 10, 0.1)).flags()).doesNotContain(Flag.NOISY);
    }

    @Test
    void few_samples_are_not_judged() {
        assertThat(of(100, 1, 1, 1, 1).flags()).isEmpty();
    }

    @Test
    void a_clock_too_coarse_to_see_anything_gives_no_number() {
        assertThat(Summary.of(Samples.ofMillis(new double[40]))).isEmpty();
        assertThat(Summary.of(Samples.ofMillis(0, 0, 0, 0.1, 0.1, 0.1)))
                .as("a median between two ticks")
                .isEmpty();
    }

    @Test
    void the_clocks_step_is_part_of_every_interval() {
        double[] three = new double[30];
        java.util.Arrays.fill(three, 0.015);
        Interval interval = of(three).ci95().orElseThrow();
        assertThat(interval.low()).isCloseTo(0.010, within(1e-12));
        assertThat(interval.high()).isCloseTo(0.020, within(1e-12));
        double[] one = new double[30];
        java.util.Arrays.fill(one, 0.005);
        assertThat(of(one).ci95().orElseThrow().low()).isZero();
    }

    /** Whatever the iteration takes, and wherever it lands between two ticks, the interval holds its true median. */
    @Test
    void an_interval_on_a_coarse_clock_holds_the_true_median() {
        for (double truth = 0.0113; truth < 0.05; truth += 0.0007) {
            Samples coarse = FabricatedSamplesTest.measured(60, truth, 0.005, (long) (truth * 1e7));
            assertThat(Summary.of(coarse).orElseThrow().ci95().orElseThrow().contains(truth))
                    .as("%.4f ms", truth)
                    .isTrue();
        }
    }

    private static double[] noise(int n, double around, double relative) {
        Random random = new Random(7);
        return IntStream.range(0, n)
                .mapToDouble(i -> around * Math.exp(relative * random.nextGaussian()))
                .toArray();
    }

    private static Summary of(double... millis) {
        return Summary.of(Samples.ofMillis(millis)).orElseThrow();
    }

    @Test
    void other_percentiles_take_as_many_samples_as_leave_one_beyond_and_agree_with_those_that_are_named() {
        double[] millis =
                IntStream.rangeClosed(1, 100).mapToDouble(i -> i + 1e-4 * i * i).toArray();
        Samples all = Samples.ofMillis(millis);

        assertThat(Summary.percentile(all, 0.9))
                .isEqualTo(Summary.of(all).orElseThrow().p90());
        assertThat(Summary.percentile(all, 0.99))
                .isEqualTo(Summary.of(all).orElseThrow().p99());
        assertThat(Summary.needed(0.95)).isEqualTo(20);
        assertThat(Summary.percentile(all.slice(0, 20), 0.95)).isPresent();
        assertThat(Summary.percentile(all.slice(0, 19), 0.95)).isEmpty();
        assertThat(Summary.percentile(Samples.NONE, 0.95)).isEmpty();
    }
}
