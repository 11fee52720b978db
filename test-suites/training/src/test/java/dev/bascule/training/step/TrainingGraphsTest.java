package dev.bascule.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingGraphsTest {
    private static final int BATCH = 16;

    private static ExactRun trained(TrainingPlan plan, int steps) {
        ExactRun run = new ExactRun(TrainingGraphs.step(plan));
        for (int step = 1; step <= steps; step++) {
            run.step(Toy.batch(BATCH, step), plan.scalars(step));
        }
        return run;
    }

    private static double heldOut(ExactRun run) {
        TrainingPlan plan = Toy.plan("sgd", 1, 200);
        ExactRun evaluated = new ExactRun(TrainingGraphs.forward(plan));
        TrainingGraphs.forward(plan).parameters().forEach(each -> evaluated.put(each.name(), run.state(each.name())));
        return evaluated.step(Toy.batch(200, 999), Map.of()).loss();
    }

    @ParameterizedTest
    @CsvSource({"sgd, 0.5", "adam, 0.02"})
    void a_hundred_steps_make_the_loss_small_on_data_that_no_step_saw(String optimizer, double rate) {
        double before = heldOut(new ExactRun(TrainingGraphs.step(Toy.plan(optimizer, rate, BATCH))));

        assertThat(before).isGreaterThan(1);
        assertThat(heldOut(trained(Toy.plan(optimizer, rate, BATCH), 100))).isLessThan(0.35);
    }

    @Test
    void a_step_is_a_gradient_and_an_update() {
        TrainingPlan plan = Toy.plan("adam", 0.02, BATCH);
        ExactRun step = trained(plan, 1);
        TrainingGraph gradients = TrainingGraphs.gradient(plan);
        ExactRun gradient = new ExactRun(gradients).step(Toy.batch(BATCH, 1), Map.of());
        Map<String, Tensor> fed = new LinkedHashMap<>();
        gradients.parameters().forEach(each -> {
            String name = each.name() + TrainingGraph.GRADIENT;
            double[] values = gradient.output(name);
            float[] rounded = new float[values.length];
            for (int i = 0; i < rounded.length; i++) {
                rounded[i] = (float) values[i];
            }
            fed.put(name, Tensor.floats(each.initial().shape(), rounded));
        });
        ExactRun apply = new ExactRun(TrainingGraphs.apply(plan)).step(fed, plan.scalars(1));

        assertThat(gradient.loss()).isEqualTo(step.loss());
        assertThat(apply.parameters()).containsExactly(step.parameters(), within(1e-6));
    }

    @Test
    void a_replica_has_the_same_gradients_and_gives_back_all_that_it_was_fed() {
        TrainingPlan plan = Toy.plan("adam", 0.02, BATCH);
        Map<String, Tensor> batch = Toy.batch(BATCH, 1);
        TrainingGraph graph = TrainingGraphs.replica(plan);
        ExactRun replica = new ExactRun(graph).step(batch, Map.of());
        ExactRun gradient = new ExactRun(TrainingGraphs.gradient(plan)).step(batch, Map.of());

        assertThat(replica.loss()).isEqualTo(gradient.loss());
        graph.parameters().forEach(each -> {
            String name = each.name() + TrainingGraph.GRADIENT;
            assertThat(replica.output(name)).containsExactly(gradient.output(name));
        });
        assertThat(graph.carry().keySet())
                .contains(TrainingGraph.SAMPLES, TrainingGraph.TARGETS)
                .containsAll(
                        graph.parameters().stream().map(each -> each.name()).toList());
        float[] targets = new float[BATCH * 3];
        batch.get(TrainingGraph.TARGETS).data().asFloatBuffer().get(targets);
        double[] back = replica.output(TrainingGraph.TARGETS + TrainingGraph.NEXT);
        assertThat(back).hasSize(targets.length);
        for (int i = 0; i < back.length; i++) {
            assertThat(back[i]).isEqualTo(targets[i]);
        }
    }

    @Test
    void a_network_that_takes_moments_of_its_batch_has_no_replicas() {
        TrainingPlan averaging = new TrainingPlan(
                new Toy(true),
                Toy.plan("sgd", 0.5, BATCH).optimizer(),
                BATCH,
                1,
                Optional.empty(),
                OptionalDouble.empty());

        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> TrainingGraphs.replica(averaging))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.MODEL_UNTRAINABLE));
    }

    @Test
    void resident_data_and_data_that_are_fed_make_the_same_step() {
        TrainingPlan fed = Toy.plan("sgd", 0.5, 2);
        Map<String, Tensor> all = Toy.batch(4, 1);
        TrainingPlan resident = new TrainingPlan(
                fed.network(),
                fed.optimizer(),
                2,
                fed.seed(),
                Optional.of(new ResidentData(all.get(TrainingGraph.SAMPLES), all.get(TrainingGraph.TARGETS))),
                fed.clip());
        Map<String, Tensor> first = Toy.batch(2, 1);

        assertThat(new ExactRun(TrainingGraphs.step(resident))
                        .step(Map.of(TrainingGraph.INDICES, Tensor.longs(Shape.of(2), 0, 1)), resident.scalars(1))
                        .parameters())
                .containsExactly(new ExactRun(TrainingGraphs.step(fed))
                        .step(first, fed.scalars(1))
                        .parameters());
    }

    @Test
    void four_steps_that_are_accumulated_are_one_of_four_times_the_batch() {
        TrainingPlan small = Toy.plan("adam", 0.02, 4).accumulating(4);
        TrainingPlan large = Toy.plan("adam", 0.02, 16);
        ExactRun accumulated = new ExactRun(TrainingGraphs.step(small));
        ExactRun whole = new ExactRun(TrainingGraphs.step(large));
        double[] before = accumulated.parameters();

        for (int update = 0; update < 3; update++) {
            Map<String, Tensor> batch = Toy.batch(16, update);
            for (int part = 0; part < 4; part++) {
                if (update == 0) {
                    assertThat(accumulated.parameters()).containsExactly(before);
                }
                accumulated.step(rows(batch, part * 4, 4), small.scalars(update * 4L + part + 1));
            }
            whole.step(batch, large.scalars(update + 1L));
        }

        assertThat(accumulated.parameters()).containsExactly(whole.parameters(), within(1e-9));
        assertThat(accumulated.parameters()).isNotEqualTo(before);
    }

    private static Map<String, Tensor> rows(Map<String, Tensor> batch, int from, int count) {
        Map<String, Tensor> rows = new LinkedHashMap<>();
        batch.forEach((name, tensor) -> {
            float[] values = new float[count * 3];
            tensor.data().asFloatBuffer().get(from * 3, values);
            rows.put(name, Tensor.floats(Shape.of(count, 3), values));
        });
        return rows;
    }

    @Test
    void the_optimizer_counts_updates_and_not_the_steps_between_them() {
        TrainingPlan plan = Toy.plan("adam", 0.02, 4).accumulating(3);

        assertThat(plan.scalars(1))
                .containsEntry(TrainingGraph.APPLY, 0f)
                .containsAllEntriesOf(plan.optimizer().scalars(1));
        assertThat(plan.scalars(3))
                .containsEntry(TrainingGraph.APPLY, 1f)
                .containsAllEntriesOf(plan.optimizer().scalars(1));
        assertThat(plan.scalars(4))
                .containsEntry(TrainingGraph.APPLY, 0f)
                .containsAllEntriesOf(plan.optimizer().scalars(2));
    }

    @Test
    void a_buffer_is_carried_and_no_gradient_changes_it() {
        TrainingPlan plan = Toy.plan("sgd", 0.5, BATCH);
        TrainingPlan averaging =
                new TrainingPlan(new Toy(true), plan.optimizer(), BATCH, 1, Optional.empty(), OptionalDouble.empty());
        ExactRun run = trained(averaging, 2);

        assertThat(Arrays.stream(run.state("mean")).sum()).isPositive();
        assertThat(run.parameters()).containsExactly(trained(plan, 2).parameters());
        assertThat(TrainingGraphs.forward(averaging).state()).doesNotContainKey("mean");
    }
}
