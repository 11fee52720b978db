package dev.bascule.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.network.Network;
import dev.bascule.training.network.Networks;
import dev.bascule.training.network.Task;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DropoutTest {
    private static final int BATCH = 4;
    private static final OptionalDouble HALF = OptionalDouble.of(0.5);

    private static TrainingPlan plan(Network network) {
        return new TrainingPlan(
                network,
                Optimizers.of("sgd", OptimizerSettings.DEFAULTS),
                BATCH,
                1,
                Optional.empty(),
                OptionalDouble.empty());
    }

    private static final TrainingPlan MLP = plan(Networks.of("mlp", Shape.of(3), 3));

    private static Map<String, Tensor> masked(TrainingGraph graph, float value) {
        Map<String, Tensor> fed = new LinkedHashMap<>(Toy.batch(BATCH, 1));
        graph.masks().forEach((name, shape) -> {
            float[] values = new float[Math.toIntExact(shape.elements())];
            Arrays.fill(values, value);
            fed.put(name, Tensor.floats(shape, values));
        });
        return fed;
    }

    @Test
    void a_network_has_masks_at_its_places_in_training_and_none_afterwards() {
        TrainingPlan dropping = MLP.dropping(HALF);

        assertThat(TrainingGraphs.forward(dropping).masks())
                .containsExactly(
                        Map.entry(GraphBuilder.MASK + "hidden1", Shape.of(BATCH, 128)),
                        Map.entry(GraphBuilder.MASK + "hidden2", Shape.of(BATCH, 64)));
        assertThat(TrainingGraphs.step(dropping).masks()).hasSize(2);
        assertThat(TrainingGraphs.gradient(dropping.in(Precision.MIXED)).masks())
                .hasSize(2);
        assertThat(TrainingGraphs.evaluation(dropping).masks()).isEmpty();
        assertThat(TrainingGraphs.step(MLP).masks()).isEmpty();
        Task tokens = Task.ofTokens(5, 8, 3);
        assertThat(TrainingGraphs.forward(
                                plan(Networks.of("transformer-micro", tokens)).dropping(HALF))
                        .masks())
                .hasSize(4);
    }

    @Test
    void a_mask_that_drops_nothing_leaves_all_as_it_is_and_one_of_zeros_leaves_the_last_bias_alone() {
        TrainingGraph dropping = TrainingGraphs.step(MLP.dropping(HALF));
        ExactRun plain = new ExactRun(TrainingGraphs.step(MLP)).step(Toy.batch(BATCH, 1), MLP.scalars(1));
        double[] before = new ExactRun(dropping).state("hidden1.weight");

        ExactRun same = new ExactRun(dropping).step(masked(dropping, 1), MLP.scalars(1));
        ExactRun none = new ExactRun(dropping).step(masked(dropping, 0), MLP.scalars(1));

        assertThat(same.parameters()).containsExactly(plain.parameters(), within(1e-12));
        assertThat(none.loss()).isCloseTo(Math.log(3), within(1e-9));
        assertThat(none.state("hidden1.weight")).containsExactly(before);
        assertThat(none.state("classes.bias")).isNotEqualTo(new double[3]);
    }

    @Test
    void a_network_without_a_place_is_refused_by_name() {
        TrainingPlan gru = plan(Networks.of("gru", Task.ofTokens(5, 8, 3))).dropping(HALF);

        assertThatThrownBy(() -> TrainingGraphs.step(gru))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_UNTRAINABLE))
                .hasMessageContaining("gru has no place for dropout");
    }

    @Test
    void a_pass_that_hands_its_state_on_gives_the_same_again() {
        TrainingGraph carrying = TrainingGraphs.gradient(MLP).carryingAll();
        ExactRun run = new ExactRun(carrying);
        double[] before = run.parameters();
        double first = run.step(Toy.batch(BATCH, 1), Map.of()).loss();

        assertThat(carrying.carry()).containsOnlyKeys(carrying.state().keySet());
        assertThat(run.parameters()).containsExactly(before);
        assertThat(run.step(Toy.batch(BATCH, 1), Map.of()).loss()).isEqualTo(first);
    }
}
