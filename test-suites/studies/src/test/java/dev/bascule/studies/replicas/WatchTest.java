package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchTest {
    /** Each piece of other samples. */
    private static final IntFunction<Map<String, Tensor>> OTHERS = piece -> fed("", piece);

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

    /** Each its own share of these sizes. */
    private static Allotment allotment(Integer... counts) {
        return Allotment.own(
                new Shards(List.of(counts)),
                IntStream.range(0, counts.length).boxed().collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void gradients_of_its_round_are_sound() {
        assertThat(watch.unsound(0, 1, List.of(gradient(1, 2, 0)), OTHERS)).isEmpty();
        assertThat(watch.unsound(0, 2, List.of(gradient(1, 3, 0)), OTHERS)).isEmpty();
        assertThat(watch.unsound()).isEmpty();
    }

    @Test
    void zeros_no_numbers_and_those_of_the_round_before_are_not() {
        assertThat(watch.unsound(0, 1, List.of(gradient(1, 0, 0)), OTHERS))
                .hasValueSatisfying(why -> assertThat(why).contains("zero"));
        assertThat(watch.unsound(1, 1, List.of(gradient(1, Float.NaN, 0)), OTHERS))
                .hasValueSatisfying(why -> assertThat(why).contains("no number"));
        watch.unsound(2, 1, List.of(gradient(1, 2, 3)), OTHERS);
        assertThat(watch.unsound(2, 2, List.of(gradient(1, 2, 3)), OTHERS))
                .hasValueSatisfying(why -> assertThat(why).contains("round before"));
        assertThat(watch.unsound()).hasSize(3);
    }

    @Test
    void one_piece_is_not_answered_with_the_gradients_of_another() {
        assertThat(watch.unsound(0, 1, List.of(gradient(1, 2, 3), gradient(1, 3, 4), gradient(1, 2, 3)), OTHERS))
                .hasValueSatisfying(why -> assertThat(why).contains("two of its pieces"));
        assertThat(watch.unsound(1, 1, List.of(gradient(1, 2, 3), gradient(1, 3, 4)), OTHERS))
                .isEmpty();
        assertThat(watch.unsound(2, 1, List.of(gradient(1, 2, 3), gradient(1, 2, 3)), piece -> fed("", 7)))
                .as("data may have a sample twice")
                .isEmpty();
        assertThat(watch.unsound()).hasSize(1);
    }

    @Test
    void each_sample_of_a_batch_is_to_be_had_once() {
        Map<String, Tensor> batch = fed("", 1, 2, 3, 3);
        Allotment allotment = allotment(2, 2);

        watch.fed(
                1,
                batch,
                new TreeMap<>(Map.of(0, List.of(fed(".next", 1, 3)), 1, List.of(fed(".next", 3, 2)))),
                allotment);
        watch.fed(2, batch, new TreeMap<>(Map.of(1, List.of(fed(".next", 3, 3)))), allotment);
        assertThat(watch.otherSamples()).isEmpty();
        assertThat(watch.fedRounds()).isEqualTo(2);
        assertThat(watch.fedAnswers()).isEqualTo(3);
        assertThat(watch.fedSamples()).isEqualTo(6);
        assertThat(watch.wholeRounds()).isOne();

        watch.fed(
                3,
                batch,
                new TreeMap<>(Map.of(0, List.of(fed(".next", 1, 2)), 1, List.of(fed(".next", 1, 2)))),
                allotment);
        watch.fed(4, batch, new TreeMap<>(Map.of(0, List.of(fed(".next", 1)))), allotment);
        assertThat(watch.otherSamples()).hasSize(2).anyMatch(words -> words.contains("replica 1, step 3: 2 of its 2"));
    }

    @Test
    void what_is_taken_over_is_looked_at_piece_by_piece() {
        Allotment alone = Allotment.of(new Shards(List.of(2, 1)), new TreeSet<>(Set.of(0)));
        Map<String, Tensor> batch = targeted("", 1, 2, 3);

        watch.fed(1, batch, new TreeMap<>(Map.of(0, List.of(targeted(".next", 1, 2), filled(3, 0)))), alone);
        assertThat(watch.otherSamples()).isEmpty();
        assertThat(watch.wholeRounds()).isOne();
        assertThat(watch.fedSamples()).isEqualTo(3);

        watch.fed(2, batch, new TreeMap<>(Map.of(0, List.of(targeted(".next", 1, 2), filled(3, 1)))), alone);
        watch.fed(3, batch, new TreeMap<>(Map.of(0, List.of(targeted(".next", 1, 2), filled(2, 0)))), alone);
        watch.fed(4, batch, new TreeMap<>(Map.of(0, List.of(targeted(".next", 1, 2)))), alone);
        assertThat(watch.otherSamples())
                .satisfiesExactly(
                        weighs -> assertThat(weighs).contains("filled up with has targets"),
                        twice -> assertThat(twice).contains("1 of its 1 samples are none"),
                        fewer -> assertThat(fewer).contains("1 pieces in the place of 2"));
    }

    /** Each with a target of its own. */
    private static Map<String, Tensor> targeted(String ending, float... samples) {
        return Map.of(
                TrainingGraph.SAMPLES + ending,
                Tensor.floats(Shape.of(samples.length, 1), samples),
                TrainingGraph.TARGETS + ending,
                Tensor.floats(Shape.of(samples.length, 1), samples));
    }

    /** A sample, and the same once more with this target. */
    private static Map<String, Tensor> filled(float sample, float target) {
        return Map.of(
                TrainingGraph.SAMPLES + ".next",
                Tensor.floats(Shape.of(2, 1), sample, sample),
                TrainingGraph.TARGETS + ".next",
                Tensor.floats(Shape.of(2, 1), sample, target));
    }

    @Test
    void a_sample_that_no_replica_has_is_told() {
        watch.fed(
                1,
                fed("", 1, 2, 3),
                new TreeMap<>(Map.of(0, List.of(fed(".next", 1)), 1, List.of(fed(".next", 3)))),
                allotment(1, 1));

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
