package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.profile.KneeFinder.Knee;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

class KneeFinderTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    /** Half steps from 8 KiB to 128 MiB. */
    private static SortedMap<Long, Double> curve(LongToDoubleFunction bandwidth) {
        SortedMap<Long, Double> curve = new TreeMap<>();
        for (long size = 8 * KIB; size <= 128 * MIB; size *= 2) {
            curve.put(size, bandwidth.applyAsDouble(size));
            if (size * 3 / 2 <= 128 * MIB) {
                curve.put(size * 3 / 2, bandwidth.applyAsDouble(size * 3 / 2));
            }
        }
        return curve;
    }

    private static double threeLevels(long size) {
        return size <= 32 * KIB ? 230 : size <= MIB ? 112 : size <= 8 * MIB ? 94 : 28;
    }

    @Test
    void negative_control_a_flat_curve_has_no_knee() {
        assertThat(KneeFinder.find(curve(size -> 50))).isEmpty();
    }

    @Test
    void negative_control_noise_of_some_percent_is_no_knee() {
        SplittableRandom random = new SplittableRandom(7);

        assertThat(KneeFinder.find(curve(size -> 50 * (1 + 0.06 * (random.nextDouble() - 0.5)))))
                .isEmpty();
    }

    @Test
    void negative_control_one_disturbed_size_is_no_knee() {
        assertThat(KneeFinder.find(curve(size -> size == 64 * KIB ? 20 : 50))).isEmpty();
    }

    @Test
    void the_end_of_each_cache_is_found_where_it_is() {
        List<Knee> knees = KneeFinder.find(curve(KneeFinderTest::threeLevels));

        assertThat(knees).extracting(Knee::holds).containsExactly(32 * KIB, MIB, 8 * MIB);
        assertThat(knees).extracting(Knee::spills).containsExactly(48 * KIB, 3 * MIB / 2, 12 * MIB);
        assertThat(knees.get(0).above()).isBetween(229.0, 231.0);
        assertThat(knees.get(2).below()).isBetween(27.0, 29.0);
    }

    @Test
    void a_slope_from_one_level_to_the_next_is_one_knee_and_begins_where_the_upper_level_ends() {
        SortedMap<Long, Double> curve = curve(size -> size <= 8 * MIB ? 94 : size >= 64 * MIB ? 28 : 0);
        double[] slope = {80, 66, 53, 43, 33};
        int[] next = {0};
        curve.replaceAll((size, bandwidth) -> bandwidth == 0 ? slope[next[0]++] : bandwidth);

        assertThat(KneeFinder.find(curve)).first().satisfies(knee -> {
            assertThat(knee.holds()).isEqualTo(8 * MIB);
            assertThat(knee.above()).isBetween(93.0, 95.0);
        });
    }

    @Test
    void a_curve_that_rises_or_is_hardly_one_has_no_knee() {
        assertThat(KneeFinder.find(curve(size -> size < MIB ? 50 : 90))).isEmpty();
        assertThat(KneeFinder.find(new TreeMap<>())).isEmpty();
        assertThat(KneeFinder.find(new TreeMap<>(java.util.Map.of(8 * KIB, 5.0))))
                .isEmpty();
    }
}
