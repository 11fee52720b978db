package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleSetTest {
    private static final Shape FOUR = Shape.of(1, 4);

    private static List<Double> values(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < tensor.shape().elements(); i++) {
            values.add(reader.at(i));
        }
        return values;
    }

    @Test
    void tokens_are_turned_with_their_mask_where_a_model_is_fed_nothing_else() {
        List<Map<String, Tensor>> variants = SampleSet.variants(
                Map.of("input_ids", Tensor.longs(FOUR, 101, 7, 9, 0), "attention_mask", Tensor.longs(FOUR, 1, 1, 1, 0)),
                4);

        assertThat(variants).hasSize(4).doesNotHaveDuplicates();
        assertThat(variants).allSatisfy(sample -> {
            assertThat(values(sample.get("input_ids"))).containsExactlyInAnyOrder(101.0, 7.0, 9.0, 0.0);
            assertThat(values(sample.get("attention_mask")).indexOf(0.0))
                    .as("what is masked stays masked")
                    .isEqualTo(values(sample.get("input_ids")).indexOf(0.0));
        });
    }

    @Test
    void integers_beside_floats_are_left_alone() {
        List<Map<String, Tensor>> variants = SampleSet.variants(
                Map.of("sound", Tensor.floats(FOUR, 1, 2, 3, 4), "rate", Tensor.longs(Shape.of(2), 16_000, 8_000)), 4);

        assertThat(variants).hasSize(4);
        assertThat(variants)
                .allSatisfy(sample -> assertThat(values(sample.get("rate"))).containsExactly(16_000.0, 8_000.0));
    }

    @Test
    void inputs_that_are_all_alike_give_one_sample() {
        assertThat(SampleSet.variants(Map.of("ids", Tensor.longs(FOUR, 5, 5, 5, 5)), 4))
                .hasSize(1);
    }
}
