package dev.bascule.quantization.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.quantization.ActivationRanges.Range;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranges, by numbers that can be worked out on paper. */
class ClipsTest {
    private static Histogram of(double... values) {
        Histogram histogram = new Histogram();
        for (double value : values) {
            histogram.add((float) value);
        }
        return histogram;
    }

    /**
     * Bins 4 2 1 1 in two levels. Kept whole: levels 6 and 2 spread over two bins each, Q = 3 3 1 1 of 8 and P = 4 2 1 1 of 8:
     * 4/8 ln(4/3) + 2/8 ln(2/3) = 0.0425. Three: P = 4 2 2 of 8; levels 4 and 3, Q = 4 1.5 1.5 of 7:
     * 4/8 ln(4·7/(8·4)) + 2 · 2/8 ln(2·7/(8·1.5)) = 0.0103. Two: P = 4 4 of 8, Q = 4 2 of 6:
     * 1/2 ln(3/4) + 1/2 ln(3/2) = 0.0589.
     */
    @Test
    void the_divergence_of_a_small_histogram_is_what_paper_says() {
        long[] bins = {4, 2, 1, 1};

        assertThat(Clips.divergence(bins, 4, 2)).isCloseTo(0.0425, within(1e-4));
        assertThat(Clips.divergence(bins, 3, 2)).isCloseTo(0.0103, within(1e-4));
        assertThat(Clips.divergence(bins, 2, 2)).isCloseTo(0.0589, within(1e-4));
        assertThat(Clips.threshold(bins, 2)).isEqualTo(3);
    }

    @Test
    void entropy_clips_a_far_outlier_and_keeps_a_flat_distribution() {
        Histogram bulk = new Histogram();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            bulk.add((float) (random.nextDouble() + random.nextDouble() + random.nextDouble()));
        }
        float most = bulk.greatest();
        assertThat(Clips.entropy(bulk).high()).isGreaterThan(0.8 * most);

        bulk.add(100);
        assertThat(Clips.entropy(bulk).high()).isLessThan(20);
        assertThat(Rule.MIN_MAX.of(bulk).high()).isEqualTo(100);
    }

    /** A scale of 1, with steps from 0 to 255: 0.25 is 0.25 off, 300 is 45 off. */
    @Test
    void the_square_of_a_clipped_value_is_what_paper_says() {
        assertThat(Clips.square(0.25, 0, 255, 1)).isEqualTo(0.0625);
        assertThat(Clips.square(300, 0, 255, 1)).isEqualTo(45.0 * 45);
        assertThat(Clips.square(-3, 0, 255, 1)).isEqualTo(9);
        assertThat(Clips.square(-128, -128, 127, 1)).isZero();
    }

    /**
     * A thousand values of about 1 and one of 4. Kept whole the scale is 4/255 and 1 lies a quarter of a step off: 1000 · (0.0039)² = 0.015;
     * clipped to 3.2 the one alone is 0.64 off. So nothing much is clipped; with a million values of about 1 it is another matter.
     */
    @Test
    void the_squared_error_clips_what_is_rare_enough() {
        Histogram few = new Histogram();
        Histogram many = new Histogram();
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 1_000_000; i++) {
            float value = random.nextFloat();
            many.add(value);
            if (i < 1000) {
                few.add(value);
            }
        }
        few.add(4);
        many.add(4);

        assertThat(Clips.meanSquare(few).high()).isGreaterThan(3.9);
        assertThat(Clips.meanSquare(many).high()).isLessThan(3);
        assertThat(Clips.squares(many, 0, Clips.meanSquare(many).high())).isLessThan(Clips.squares(many, 0, 4));
    }

    @Test
    void a_percentile_leaves_half_of_the_rest_on_each_side() {
        Histogram histogram = new Histogram();
        for (int i = 1; i <= 100_000; i++) {
            histogram.add(i - 50_000);
        }
        Range range = Clips.percentile(histogram, 99.99);

        assertThat(range.high()).isCloseTo(49_995, within(2 * histogram.width()));
        assertThat(range.low()).isCloseTo(-49_995, within(2 * histogram.width()));
        assertThat(Clips.percentile(histogram, 100)).isEqualTo(new Range(-49_999, 50_000));
        assertThat(Clips.percentile(of(0, 0, 0, 7), 50)).isEqualTo(new Range(0, 0));
    }

    @Test
    void every_rule_has_a_range_of_a_constant_of_zeros_and_of_the_smallest_numbers() {
        for (Rule rule : Rule.values()) {
            assertThat(rule.of(of(3, 3))).as("%s", rule).isEqualTo(new Range(rule == Rule.MSE ? 0 : 3, 3));
            assertThat(rule.of(of(0, 0))).as("%s", rule).isEqualTo(new Range(0, 0));
            Range tiny = rule.of(of(Float.MIN_VALUE, -Float.MIN_VALUE));
            assertThat(tiny.high()).as("%s", rule).isBetween(0.0, (double) Float.MIN_VALUE);
            assertThat(rule.of(of(Float.MAX_VALUE, -1)).high()).as("%s", rule).isPositive();
        }
    }

    @Test
    @Tag("red-team")
    void negative_control_a_swapped_side_is_seen() {
        Histogram right = of(1, 2, 3, -1);
        Histogram left = of(-1, -2, -3, 1);

        for (Rule rule : List.of(Rule.MIN_MAX, Rule.MSE)) {
            assertThat(rule.of(right)).isNotEqualTo(rule.of(left));
        }
    }
}
