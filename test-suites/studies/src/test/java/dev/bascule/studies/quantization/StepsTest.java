package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final Map<String, String> CARRY = Map.of("state", "next");

    private static Tensor one(double value) {
        return Tensor.floats(Shape.of(1, 1), (float) value);
    }

    private static double value(Map<String, Tensor> tensors, String name) {
        return Elements.of(Objects.requireNonNull(tensors.get(name))).at(0);
    }

    /** Ones, each after a state that the sample says is 0. */
    private static Sample ones(int steps, Map<String, String> carry) {
        return Sample.ofSteps(
                IntStream.range(0, steps)
                        .mapToObj(i -> Map.of("x", one(1), "state", one(0)))
                        .toList(),
                carry);
    }

    /** Tells the sum of all that it heard, where its state is fed back. */
    private static Optional<Map<String, Tensor>> summed(Map<String, Tensor> fed) {
        double sum = value(fed, "x") + value(fed, "state");
        return Optional.of(Map.of("y", one(sum), "next", one(sum)));
    }

    private static List<Map<String, Tensor>> outputs(Sample sample) {
        List<Map<String, Tensor>> came = new ArrayList<>();
        assertThat(Steps.through(sample, StepsTest::summed, (fed, out) -> came.add(out)))
                .isTrue();
        return came;
    }

    @Test
    void a_model_goes_on_from_its_own_state_and_outputs_are_stacked_without_it() {
        Map<String, Tensor> stacked = Steps.stacked(outputs(ones(3, CARRY)), CARRY.values());

        assertThat(stacked).containsOnlyKeys("y");
        Tensor told = Objects.requireNonNull(stacked.get("y"));
        assertThat(told.shape()).isEqualTo(Shape.of(3, 1, 1));
        assertThat(IntStream.range(0, 3).mapToDouble(Elements.of(told)::at).toArray())
                .containsExactly(1, 2, 3);
    }

    /** Negative control: what does not carry its state is seen to say something else. */
    @Test
    void a_state_that_is_not_carried_is_noticed() {
        Map<String, Tensor> carried = Steps.stacked(outputs(ones(8, CARRY)), CARRY.values());
        Map<String, Tensor> forgotten = Steps.stacked(outputs(ones(8, Map.of())), CARRY.values());

        SampleAnswer same = new ActivityReader("y", 2.5).read(ones(8, CARRY), carried, carried);
        SampleAnswer other = new ActivityReader("y", 2.5).read(ones(8, CARRY), forgotten, carried);

        assertThat(same.agrees()).contains(1.0);
        assertThat(other.agrees()).contains(0.25);
        assertThat(other.greatest()).contains(7.0);
    }

    @Test
    void a_state_that_does_not_come_ends_it_and_so_does_trouble() {
        Sample sample = ones(3, CARRY);

        assertThat(Steps.through(sample, fed -> Optional.of(Map.of("y", one(1))), (fed, out) -> {}))
                .isFalse();
        assertThat(Steps.through(sample, fed -> Optional.empty(), (fed, out) -> {}))
                .isFalse();
    }

    @Test
    void samples_of_other_steps_are_others_and_one_step_is_no_sequence() {
        assertThat(ones(3, CARRY).sha256()).isNotEqualTo(ones(4, CARRY).sha256());
        assertThat(Sample.of(Map.of("x", one(1)), OptionalInt.empty()).isSequence())
                .isFalse();
        assertThat(ones(3, CARRY).with("more", one(5)).steps()).allMatch(step -> step.containsKey("more"));
    }
}
