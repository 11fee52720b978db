package dev.bascule.prediction.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupedConformalTest {

    @ParameterizedTest
    @CsvSource({"0.8, 4", "0.9, 9", "0.95, 19"})
    void a_level_takes_so_many_groups(double level, int groups) {
        assertThat(GroupedConformal.needed(level)).isEqualTo(groups);
        assertThat(of(groups - 1).bound(level)).isEmpty();
        assertThat(of(groups).bound(level)).hasValue(groups);
    }

    /** Groups of one, with the scores 1, 2, 3… */
    private static GroupedConformal of(int groups) {
        Map<String, List<Double>> scores = new TreeMap<>();
        for (int i = 1; i <= groups; i++) {
            scores.put("g" + i, List.of((double) i));
        }
        return GroupedConformal.of(scores);
    }

    @Test
    void a_group_of_many_weighs_no_more_than_a_group_of_one() {
        Map<String, List<Double>> scores = new TreeMap<>();
        for (int i = 1; i < 9; i++) {
            scores.put("g" + i, List.of(1.0));
        }
        scores.put("crowd", List.of(9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0));

        assertThat(GroupedConformal.of(scores).bound(0.8)).hasValue(1);
        assertThat(GroupedConformal.of(scores).bound(0.9)).hasValue(9);
    }

    @Test
    void a_new_group_is_held_as_often_as_the_level_says() {
        Random random = new Random(11);
        int held = 0;
        int rounds = 4000;
        for (int round = 0; round < rounds; round++) {
            Map<String, List<Double>> scores = new TreeMap<>();
            for (int g = 0; g < 20; g++) {
                scores.put("g" + g, group(random));
            }
            double fresh = group(random).get(0);
            held += fresh <= GroupedConformal.of(scores).bound(0.9).orElseThrow() ? 1 : 0;
        }

        assertThat((double) held / rounds).isBetween(0.89, 0.97);
    }

    /** Members of a group resemble each other. */
    private static List<Double> group(Random random) {
        double own = Math.abs(random.nextGaussian());
        List<Double> members = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            members.add(own + 0.2 * random.nextDouble());
        }
        return members;
    }

    @Test
    void a_level_that_is_none_is_misuse() {
        GroupedConformal conformal = of(3);

        assertThatThrownBy(() -> conformal.bound(1)).isInstanceOf(IllegalArgumentException.class);
    }
}
