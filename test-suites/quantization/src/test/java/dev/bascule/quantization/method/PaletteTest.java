package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PaletteTest {
    private static double cost(float[] values, float[] palette) {
        double cost = 0;
        for (float value : values) {
            double off = (double) value - palette[Palette.nearest(palette, value)];
            cost += off * off;
        }
        return cost;
    }

    private static float[] drawn(int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    @Test
    void three_clumps_have_their_means() {
        assertThat(Palette.of(new float[] {1, 2, 10, 12, -5, -5, 11}, 3, 0)).containsExactly(-5, 1.5f, 11);
    }

    @Test
    void fewer_values_than_places_are_themselves() {
        assertThat(Palette.of(new float[] {3, 1, 3}, 16, 0)).containsExactly(1, 3);
    }

    @Test
    void no_cut_of_sorted_values_is_better() {
        for (int seed = 0; seed < 20; seed++) {
            float[] values = drawn(12, seed);
            float[] sorted = values.clone();
            java.util.Arrays.sort(sorted);
            double best = Double.POSITIVE_INFINITY;
            for (int a = 1; a < 11; a++) {
                for (int b = a + 1; b < 12; b++) {
                    float[] means = {mean(sorted, 0, a), mean(sorted, a, b), mean(sorted, b, 12)};
                    best = Math.min(best, cost(values, means));
                }
            }
            assertThat(cost(values, Palette.of(values, 3, 0))).isCloseTo(best, within(1e-6));
        }
    }

    private static float mean(float[] values, int from, int end) {
        double sum = 0;
        for (int i = from; i < end; i++) {
            sum += values[i];
        }
        return (float) (sum / (end - from));
    }

    @Test
    void many_values_are_drawn_by_the_seed_and_come_near_the_best() {
        float[] values = drawn(Palette.EXACT + 2000, 1);
        float[] palette = Palette.of(values, 16, 5);

        assertThat(Palette.of(values, 16, 5)).containsExactly(palette);
        assertThat(palette).hasSize(16).isSorted();
        // A normal distribution in 16 steps: Max, "Quantizing for Minimum Distortion", 1960, has a mean square of
        // 0.009497.
        assertThat(cost(values, palette) / values.length).isBetween(0.008, 0.0125);
    }

    @Test
    @Tag("red-team")
    void negative_control_a_moved_palette_costs_more() {
        float[] values = drawn(500, 2);
        float[] palette = Palette.of(values, 4, 0);
        double best = cost(values, palette);
        palette[1] += 0.1f;

        assertThat(cost(values, palette)).isGreaterThan(best);
    }
}
