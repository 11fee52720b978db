package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReducerTest {
    private static final String WEIGHT = "weight" + TrainingGraph.GRADIENT;

    private static Reducer.Part part(int samples, float loss, float... gradient) {
        return new Reducer.Part(
                samples,
                Map.of(
                        TrainingGraph.LOSS,
                        Tensor.floats(Shape.of(), loss),
                        WEIGHT,
                        Tensor.floats(Shape.of(gradient.length), gradient)));
    }

    private static float[] values(Map<String, Tensor> sum, String name) {
        Tensor tensor = sum.get(name);
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }

    @Test
    void each_gradient_weighs_as_many_samples_as_it_is_the_mean_of() {
        Map<String, Tensor> sum = Reducer.MEAN.of(List.of(part(3, 1, 4, 8), part(1, 5, 0, -8)));

        assertThat(values(sum, WEIGHT)).containsExactly(3, 4);
        assertThat(values(sum, TrainingGraph.LOSS)).containsExactly(2);
    }

    @Test
    void it_adds_up_in_double_so_that_what_is_small_beside_the_rest_is_not_lost() {
        float large = 1 << 26;

        Map<String, Tensor> sum =
                Reducer.MEAN.of(List.of(part(1, 0, large), part(1, 0, 1), part(1, 0, 1), part(1, 0, -large)));

        assertThat(values(sum, WEIGHT)).containsExactly(0.5f);
    }
}
