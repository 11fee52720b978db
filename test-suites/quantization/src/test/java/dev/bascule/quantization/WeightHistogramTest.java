package dev.bascule.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightHistogramTest {
    private static long sum(List<Long> counts) {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void every_element_is_in_one_bin_and_the_greatest_in_the_last() {
        WeightHistogram counted = WeightHistogram.of(new float[] {-1, 0, 0.05f, 1}, new float[] {-1, 0, 0, 1.2f})
                .orElseThrow();

        assertThat(counted.low()).isEqualTo(-1);
        assertThat(counted.high()).isEqualTo(1.2f);
        assertThat(sum(counted.before())).isEqualTo(4);
        assertThat(sum(counted.after())).isEqualTo(4);
        assertThat(counted.before().get(0)).isEqualTo(1);
        assertThat(counted.after().get(WeightHistogram.BINS - 1)).isEqualTo(1);
        assertThat(counted.before().get(WeightHistogram.BINS - 1)).isZero();
    }

    @Test
    void of_one_number_alone_all_are_in_the_first_bin() {
        WeightHistogram counted =
                WeightHistogram.of(new float[] {2, 2, 2}, new float[] {2, 2, 2}).orElseThrow();

        assertThat(counted.before()).startsWith(3L, 0L).isEqualTo(counted.after());
    }

    @Test
    void of_what_is_no_number_or_not_there_nothing_is_counted() {
        assertThat(WeightHistogram.of(new float[] {1, Float.NaN}, new float[] {1, 2}))
                .isEmpty();
        assertThat(WeightHistogram.of(new float[] {1, 2}, new float[] {1, Float.POSITIVE_INFINITY}))
                .isEmpty();
        assertThat(WeightHistogram.of(new float[] {}, new float[] {1})).isEmpty();
    }

    @Test
    void beside_an_earlier_weight_the_bins_stay_and_one_that_reaches_beyond_them_is_not_counted() {
        WeightHistogram counted = WeightHistogram.of(new float[] {-1, 0, 1}, new float[] {-1, 0, 1})
                .orElseThrow();

        assertThat(sum(counted.beside(new float[] {-1, -0.5f, 0, 0.5f, 1})
                        .orElseThrow()
                        .before()))
                .isEqualTo(5);
        assertThat(counted.beside(new float[] {-1, 2})).isEmpty();
        assertThat(counted.beside(new float[] {Float.NaN})).isEmpty();
    }

    @Test
    void negative_control_rounding_moves_counts() {
        float[] before = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f, 1};
        float[] after = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
        WeightHistogram counted = WeightHistogram.of(before, after).orElseThrow();

        assertThat(Collections.max(counted.after())).isEqualTo(5);
        assertThat(Collections.max(counted.before())).isLessThan(5);
        assertThat(counted.after().stream().filter(count -> count > 0)).hasSize(2);
    }
}
