package dev.bascule.fallback.numerics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MagnitudeTest {

    @Test
    void zeros_signs_and_what_is_not_finite_do_not_count() {
        assertThat(of(0, -3, 0, 1, Float.NaN, 2, Float.NEGATIVE_INFINITY, 0)).isEqualTo(new Magnitude(2, 3));
        assertThat(of(0, 0, Float.NaN)).isEqualTo(new Magnitude(0, 0));
        assertThat(of()).isEqualTo(new Magnitude(0, 0));
    }

    @ParameterizedTest
    @ValueSource(floats = {-1e4f, -65504, -1e9f, -Float.MAX_VALUE})
    void a_mask_does_not_count_however_many_values_it_covers(float mask) {
        float[] values = new float[1000];
        java.util.Arrays.fill(values, mask);
        for (int i = 0; i < 50; i++) {
            values[i * 20] = (i + 1) / 10f;
        }
        assertThat(of(values)).isEqualTo(new Magnitude(2.5f, 5));
    }

    @Test
    void masks_that_scores_were_added_to_do_not_count_either() {
        SplittableRandom random = new SplittableRandom(5);
        float[] values = new float[400];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (i % 4 == 0 ? random.nextDouble(0.5, 5) : -1e4 - random.nextDouble(0.5, 5));
        }
        assertThat(of(values).greatest()).isLessThan(5);
    }

    /** Large is not huge: values without a gap below them are values. */
    @Test
    void values_that_are_all_large_are_values() {
        float[] values = new float[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = 1e6f * (i + 1);
        }
        assertThat(of(values)).isEqualTo(new Magnitude(5e7, 1e8));
    }

    @Test
    void a_few_tiny_values_make_no_mask_of_all_others() {
        float[] values = new float[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = 2e4f + i;
        }
        values[0] = 1e-3f;
        assertThat(of(values).typical()).isGreaterThan(1e4);
    }

    @Test
    void the_median_of_many_is_known_well_enough() {
        SplittableRandom random = new SplittableRandom(7);
        float[] values = new float[600_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 3 == 0 ? 0 : (float) random.nextDouble();
        }
        values[599_999] = 3;
        assertThat(of(values).typical()).isCloseTo(0.5, within(0.01));
        assertThat(of(values).greatest()).isEqualTo(3);
    }

    private static Magnitude of(float... values) {
        return Magnitude.of(Tensor.floats(Shape.of(values.length), values));
    }
}
