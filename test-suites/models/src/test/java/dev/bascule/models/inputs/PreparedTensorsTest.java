package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreparedTensorsTest {
    private static final Tensor PICTURE = Tensor.floats(Shape.of(1, 2), 1, 2);

    @Test
    void the_only_tensor_of_a_pipeline_is_for_the_only_input_of_a_model() {
        assertThat(PreparedTensors.ofPipeline(Map.of("pixel_values", PICTURE), List.of("x"))
                        .tensors())
                .containsOnlyKeys("x");
    }

    @Test
    void where_the_names_agree_or_there_are_several_nothing_is_guessed() {
        Map<String, Tensor> tensors = Map.of("pixel_values", PICTURE);
        assertThat(PreparedTensors.ofPipeline(tensors, List.of("pixel_values")).tensors())
                .isEqualTo(tensors);
        assertThat(PreparedTensors.ofPipeline(tensors, List.of("x", "state")).tensors())
                .isEqualTo(tensors);
        Map<String, Tensor> two = Map.of("input_ids", PICTURE, "attention_mask", PICTURE);
        assertThat(PreparedTensors.ofPipeline(two, List.of("x")).tensors()).isEqualTo(two);
    }
}
