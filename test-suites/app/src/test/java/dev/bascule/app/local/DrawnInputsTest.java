package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrawnInputsTest {
    private static final Map<String, Tensor> FIRST = Map.of(
            "picture", Tensor.floats(new Shape(List.of(1L, 4L)), 1, 2, 3, 4),
            "tokens", Tensor.longs(new Shape(List.of(1L, 4L)), 101, 7, 9, 102),
            "mask", Tensor.longs(new Shape(List.of(1L, 4L)), 1, 1, 1, 0),
            "rate", Tensor.longs(new Shape(List.of()), 16000));

    private static final DrawnInputs DRAWN = new DrawnInputs(FIRST, Set.of("tokens"));

    private static List<Double> numbers(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < tensor.shape().elements(); i++) {
            numbers.add(reader.at(i));
        }
        return numbers;
    }

    @Test
    void every_number_is_one_of_the_first() {
        for (int seed = 0; seed < 20; seed++) {
            Map<String, Tensor> made = DRAWN.by(seed);

            assertThat(numbers(made.get("picture"))).isSubsetOf(1.0, 2.0, 3.0, 4.0);
            assertThat(numbers(made.get("tokens"))).isSubsetOf(101.0, 7.0, 9.0, 102.0);
        }
    }

    @Test
    void seeds_differ_and_one_seed_is_the_same_again() {
        assertThat(numbers(DRAWN.by(1).get("picture")))
                .isEqualTo(numbers(DRAWN.by(1).get("picture")));
        assertThat(List.of(1, 2, 3, 4, 5).stream()
                        .map(seed -> numbers(DRAWN.by(seed).get("picture")))
                        .distinct())
                .hasSizeGreaterThan(3);
    }

    @Test
    void masks_and_single_numbers_stay() {
        assertThat(numbers(DRAWN.by(3).get("mask"))).containsExactly(1.0, 1.0, 1.0, 0.0);
        assertThat(numbers(DRAWN.by(3).get("rate"))).containsExactly(16000.0);
    }
}
