package dev.bascule.fallback.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    private static final int SERIES = 400;

    @Test
    void the_slope_of_a_line_is_the_lines_own() {
        assertThat(Trend.of(IntStream.range(0, 12).mapToDouble(i -> 5 + 3.0 * i).toArray()))
                .hasValueSatisfying(trend -> {
                    assertThat(trend.slope()).isEqualTo(3);
                    assertThat(trend.ci95()).contains(new Interval(3, 3));
                    assertThat(trend.grows()).isTrue();
                    assertThat(trend.shrinks()).isFalse();
                });
    }

    @Test
    void the_slope_is_the_median_over_all_pairs() {
        Trend trend = Trend.of(10, 15, 14, 20).orElseThrow();
        assertThat(trend.slope()).isEqualTo(median(5, 2, 10.0 / 3, -1, 2.5, 6));
        assertThat(trend.ci95()).isEmpty();
    }

    @Test
    void readings_that_lie_unevenly_are_taken_at_their_steps() {
        // Reading by reading the second half seems to grow a hundred times as fast as the first.
        double[] steps =
                IntStream.range(0, 12).mapToDouble(i -> i < 6 ? i : 100 * i).toArray();
        double[] readings = Arrays.stream(steps).map(step -> 5 + 3 * step).toArray();

        assertThat(Trend.over(steps, readings)).hasValueSatisfying(trend -> {
            assertThat(trend.slope()).isEqualTo(3);
            assertThat(trend.ci95()).contains(new Interval(3, 3));
        });
        assertThat(Trend.of(readings).orElseThrow().slope()).isNotEqualTo(3);
    }

    @Test
    void steps_that_do_not_go_on_are_a_mistake() {
        assertThatIllegalArgumentException().isThrownBy(() -> Trend.over(new double[] {1, 1}, new double[] {1, 2}));
        assertThatIllegalArgumentException().isThrownBy(() -> Trend.over(new double[] {1}, new double[] {1, 2}));
    }

    @Test
    void one_reading_has_no_trend_and_few_have_no_interval() {
        assertThat(Trend.of()).isEmpty();
        assertThat(Trend.of(1)).isEmpty();
        assertThat(Trend.of(1, 2, 3)).hasValueSatisfying(trend -> {
            assertThat(trend.slope()).isEqualTo(1);
            assertThat(trend.ci95()).isEmpty();
            assertThat(trend.grows()).isFalse();
        });
    }

    @Test
    void a_spike_does_not_make_a_trend() {
        double[] readings = noise(30, 1, 7);
        readings[28] += 1e6;
        assertThat(Trend.of(readings).orElseThrow().grows()).isFalse();
        assertThat(Math.abs(Trend.of(readings).orElseThrow().slope())).isLessThan(1);
    }

    @Test
    void a_leak_in_noise_is_seen() {
        double seen = share(seed -> {
            double[] readings = noise(28, 1, seed);
            Arrays.setAll(readings, i -> readings[i] + 0.25 * i);
            return readings;
        });
        assertThat(seen).as("share of leaks seen").isGreaterThan(0.95);
    }

    @Test
    void a_sawtooth_on_a_leak_is_a_leak_and_without_one_is_none() {
        DoubleUnaryOperator tooth = i -> 10 * (i % 4);
        double[] flat = IntStream.range(0, 32).mapToDouble(tooth::applyAsDouble).toArray();
        double[] leaking = IntStream.range(0, 32)
                .mapToDouble(i -> tooth.applyAsDouble(i) + 4 * i)
                .toArray();
        assertThat(Trend.of(flat).orElseThrow().grows()).isFalse();
        assertThat(Trend.of(leaking).orElseThrow().grows()).isTrue();
    }

    @Test
    void negative_control_flat_noise_is_called_growth_no_more_often_than_the_level_allows() {
        assertThat(share(seed -> noise(28, 1, seed))).isLessThan(0.05);
    }

    @Test
    void negative_control_readings_that_follow_each_other_are_seldom_called_growth() {
        double seldom = share(seed -> {
            double[] steps = noise(28, 1, seed);
            for (int i = 1; i < steps.length; i++) {
                steps[i] += 0.5 * (steps[i - 1] - 100);
            }
            return steps;
        });
        assertThat(seldom).as("share called growth").isLessThan(0.1);
    }

    private interface Series {
        double[] of(long seed);
    }

    private static double share(Series series) {
        return IntStream.range(0, SERIES)
                        .filter(seed -> Trend.of(series.of(seed)).orElseThrow().grows())
                        .count()
                / (double) SERIES;
    }

    private static double[] noise(int n, double deviation, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, n)
                .mapToDouble(i -> 100 + deviation * random.nextGaussian())
                .toArray();
    }

    private static double median(double... values) {
        Arrays.sort(values);
        return (values[values.length / 2 - 1] + values[values.length / 2]) / 2;
    }
}
