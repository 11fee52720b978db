package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WatchTest {
    private final Watch watch = new Watch();

    private static Map<String, Tensor> gradient(float loss, float... values) {
        return Map.of(
                TrainingGraph.LOSS,
                Tensor.floats(Shape.of(), loss),
                "weight" + TrainingGraph.GRADIENT,
                Tensor.floats(Shape.of(values.length), values));
    }

    private static Map<String, Tensor> fed(String ending, float... samples) {
        return Map.of(
                TrainingGraph.SAMPLES + ending,
                Tensor.floats(Shape.of(samples.length, 1), samples),
                TrainingGraph.TARGETS + ending,
                Tensor.floats(Shape.of(samples.length, 1), new float[samples.length]));
    }

    @Test
    void gradients_of_its_round_are_sound() {
        assertThat(watch.unsound(0, 1, gradient(1, 2, 0))).isEmpty();
        assertThat(watch.unsound(0, 2, gradient(1, 3, 0))).isEmpty();
        assertThat(watch.unsound()).isEmpty();
    }

    @Test
    void zeros_no_numbers_and_those_of_the_round_before_are_not() {
        assertThat(watch.unsound(0, 1, gradient(1, 0, 0)))
                .hasValueSatisfying(why -> assertThat(why).contains("zero"));
        assertThat(watch.unsound(1, 1, gradient(1, Float.NaN, 0)))
                .hasValueSatisfying(why -> assertThat(why).contains("no number"));
        watch.unsound(2, 1, gradient(1, 2, 3));
        assertThat(watch.unsound(2, 2, gradient(1, 2, 3)))
                .hasValueSatisfying(why -> assertThat(why).contains("round before"));
        assertThat(watch.unsound()).hasSize(3);
    }

    @Test
    void each_sample_of_a_batch_is_to_be_had_once() {
        Map<String, Tensor> batch = fed("", 1, 2, 3, 3);
        Shards shards = new Shards(List.of(2, 2));

        watch.fed(1, batch, new TreeMap<>(Map.of(0, fed(".next", 1, 3), 1, fed(".next", 3, 2))), shards);
        watch.fed(2, batch, new TreeMap<>(Map.of(1, fed(".next", 3, 3))), shards);
        assertThat(watch.otherSamples()).isEmpty();
        assertThat(watch.fedRounds()).isEqualTo(2);
        assertThat(watch.fedAnswers()).isEqualTo(3);
        assertThat(watch.fedSamples()).isEqualTo(6);
        assertThat(watch.wholeRounds()).isOne();

        watch.fed(3, batch, new TreeMap<>(Map.of(0, fed(".next", 1, 2), 1, fed(".next", 1, 2))), shards);
        watch.fed(4, batch, new TreeMap<>(Map.of(0, fed(".next", 1))), shards);
        assertThat(watch.otherSamples()).hasSize(2).anyMatch(words -> words.contains("replica 1, step 3: 2 of its 2"));
    }

    @Test
    void a_sample_that_no_replica_has_is_told() {
        watch.fed(
                1,
                fed("", 1, 2, 3),
                new TreeMap<>(Map.of(0, fed(".next", 1), 1, fed(".next", 3))),
                new Shards(List.of(1, 1)));

        assertThat(watch.otherSamples()).containsExactly("step 1: 1 samples of the batch are with no replica");
        assertThat(watch.wholeRounds()).isZero();
    }

    @Test
    void parameters_that_a_replica_shows_are_those_that_were_given_out() {
        Map<String, Tensor> given = Map.of("weight", Tensor.floats(Shape.of(2), 1, 2));
        watch.given(0, given);
        watch.held(0, 0, Map.of("weight.next", Tensor.floats(Shape.of(2), 1, 2)));
        assertThat(watch.otherParameters()).isEmpty();

        watch.held(0, 1, Map.of("weight.next", Tensor.floats(Shape.of(2), 1, 3)));
        assertThat(watch.otherParameters()).containsExactly("replica 1, after step 0");
        assertThat(watch.shown()).containsEntry(0L, 2);
    }
}
