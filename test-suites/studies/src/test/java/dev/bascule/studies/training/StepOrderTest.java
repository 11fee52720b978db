package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Networks;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class StepOrderTest {
    private static StepOrder order() {
        LabelledData data = Blobs.data();
        return new StepOrder(
                new TrainingTask(
                        Networks.of("mlp", data.sample(), data.classes().size()),
                        data,
                        Optimizers.of("adam", OptimizerSettings.DEFAULTS),
                        12,
                        false,
                        OptionalDouble.empty()),
                42);
    }

    @Test
    void what_is_rearranged_is_what_a_step_is_fed_and_the_data_themselves_stay() {
        StepOrder order = order();
        StepOrder other = order.rearranged((step, whole) -> order.samples(step + 1));

        assertThat(other.parts(3))
                .singleElement()
                .satisfies(fed ->
                        assertThat(fed).containsAllEntriesOf(order.samples(4)).containsAllEntriesOf(order.scalars(3)));
        assertThat(order.samples(4)).as("the control").isNotEqualTo(order.samples(3));
        assertThat(order.parts(3))
                .singleElement()
                .satisfies(fed -> assertThat(fed).containsAllEntriesOf(order.samples(3)));
        assertThat(other.samples(3)).isEqualTo(order.samples(3));
    }
}
