package dev.bascule.training.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import dev.bascule.training.step.TrainingPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NetworksTest {
    private static final int BATCH = 4;
    private static final int STEPS = 8;
    private static final double DIFFERENCE = 1e-6;
    private static final Optimizer SGD =
            Optimizers.of("momentum", OptimizerSettings.DEFAULTS.withRate(new LearningRate.Constant(0.05)));

    static Stream<Arguments> networks() {
        return Stream.of(
                Arguments.of("mlp", Task.of(Shape.of(1, 8, 8), 3)),
                Arguments.of("lenet", Task.of(Shape.of(1, 8, 8), 3)),
                Arguments.of("resnet-micro", Task.of(Shape.of(1, 8, 8), 3)),
                Arguments.of("transformer-micro", Task.ofTokens(6, 5, 3)),
                Arguments.of("transformer-micro", Task.of(Shape.of(5, 4), 3)),
                Arguments.of("gru", Task.ofTokens(6, 5, 3)),
                Arguments.of("gru", Task.of(Shape.of(1, 8, 8), 3)));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void its_gradients_are_those_of_its_differences(String name, Task task) {
        TrainingGraph gradient = TrainingGraphs.gradient(plan(name, task));
        TrainingGraph forward = TrainingGraphs.forward(plan(name, task));
        Map<String, Operand> at = operands(ToyBatch.of(task, BATCH, 1));
        at.putAll(operands(gradient.state()));
        Map<String, double[]> found = Exactly.run(
                gradient.model(),
                at,
                gradient.parameters().stream()
                        .map(each -> each.name() + TrainingGraph.GRADIENT)
                        .toList());
        Random random = new Random(2);
        for (Parameter each : gradient.parameters()) {
            double[] slope = found.get(each.name() + TrainingGraph.GRADIENT);
            double[] direction = random.doubles(slope.length, -1, 1).toArray();
            double along = 0;
            double size = 0;
            for (int i = 0; i < slope.length; i++) {
                along += slope[i] * direction[i];
                size += Math.abs(slope[i] * direction[i]);
            }
            double step = 1e-6 / Math.sqrt(slope.length);
            double differences =
                    (loss(forward, at, each.name(), direction, step) - loss(forward, at, each.name(), direction, -step))
                            / (2 * step);
            // Nothing flows through what is added alike to all scores of a softmax: there both are zero but for
            // rounding.
            assertThat(Math.abs(along - differences))
                    .as("%s of %s: %s and %s", each.name(), name, along, differences)
                    .isLessThanOrEqualTo(DIFFERENCE * Math.max(size, 0.01));
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void its_loss_falls_in_training(String name, Task task) {
        TrainingGraph step = TrainingGraphs.step(plan(name, task));
        Map<String, Operand> fed = operands(ToyBatch.of(task, BATCH, 1));
        fed.putAll(operands(step.state()));
        List<Double> losses = new ArrayList<>();
        for (int i = 1; i <= STEPS; i++) {
            SGD.scalars(i).forEach((scalar, value) -> fed.put(scalar, Exactly.of(Tensor.floats(Shape.of(), value))));
            List<String> wanted = new ArrayList<>(step.carry().values());
            wanted.add(TrainingGraph.LOSS);
            Map<String, Operand> after = Exactly.operands(step.model(), fed, wanted);
            losses.add(((Reals) after.get(TrainingGraph.LOSS)).only());
            step.carry().forEach((input, output) -> fed.put(input, after.get(output)));
        }
        assertThat(losses.get(STEPS - 1)).as("%s", losses).isLessThan(0.9 * losses.get(0));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void its_initial_values_follow_from_the_seed(String name, Task task) {
        Map<String, Tensor> first = TrainingGraphs.forward(plan(name, task)).state();
        assertThat(TrainingGraphs.forward(plan(name, task)).state()).isEqualTo(first);
        assertThat(TrainingGraphs.forward(new TrainingPlan(
                                Networks.of(name, task), SGD, BATCH, 2, Optional.empty(), OptionalDouble.empty()))
                        .state())
                .isNotEqualTo(first)
                .hasSameSizeAs(first);
    }

    @Test
    void a_normalised_network_keeps_running_moments_and_is_evaluated_by_them() {
        Task task = Task.of(Shape.of(1, 8, 8), 3);
        TrainingGraph step = TrainingGraphs.step(plan("resnet-micro", task));
        assertThat(step.carry()).containsEntry("stem.norm.mean", "stem.norm.mean.next");
        assertThat(step.state()).containsKey("stem.norm.variance");
        assertThat(step.parameters()).extracting(Parameter::name).doesNotContain("stem.norm.mean");

        TrainingGraph evaluation = TrainingGraphs.evaluation(plan("resnet-micro", task));
        Map<String, Operand> fed = operands(ToyBatch.of(task, BATCH, 1));
        fed.putAll(operands(evaluation.state()));
        double[] together = Exactly.run(evaluation.model(), fed, List.of(TrainingGraph.LOGITS))
                .get(TrainingGraph.LOGITS);
        // What a sample is taken for does not hang on its neighbours any more: the same one four times has the same
        // logits.
        Map<String, Operand> alike = new HashMap<>(fed);
        Reals samples = (Reals) fed.get(TrainingGraph.SAMPLES);
        double[] first = new double[samples.size()];
        for (int i = 0; i < first.length; i++) {
            first[i] = samples.data()[i % (first.length / BATCH)];
        }
        alike.put(TrainingGraph.SAMPLES, new Reals(samples.dtype(), first, samples.dims()));
        double[] alone = Exactly.run(evaluation.model(), alike, List.of(TrainingGraph.LOGITS))
                .get(TrainingGraph.LOGITS);
        assertThat(List.of(alone[0], alone[1], alone[2])).isEqualTo(List.of(together[0], together[1], together[2]));
        double[] inTraining = Exactly.run(
                        TrainingGraphs.forward(plan("resnet-micro", task)).model(),
                        alike,
                        List.of(TrainingGraph.LOGITS))
                .get(TrainingGraph.LOGITS);
        assertThat(inTraining[0]).isNotEqualTo(alone[0]);
    }

    @Test
    void running_moments_are_those_of_the_batches() {
        Task task = Task.of(Shape.of(1, 4, 4), 3);
        TrainingGraph step = TrainingGraphs.step(plan("resnet-micro", task));
        Map<String, Operand> fed = operands(ToyBatch.of(task, BATCH, 1));
        fed.putAll(operands(step.state()));
        SGD.scalars(1).forEach((scalar, value) -> fed.put(scalar, Exactly.of(Tensor.floats(Shape.of(), value))));
        double[] before =
                Exactly.run(step.model(), fed, List.of("stem.norm.mean.next")).get("stem.norm.mean.next");
        // Samples twice as large give twice the mean of a convolution without a bias; what was kept before was 0.
        Reals samples = (Reals) fed.get(TrainingGraph.SAMPLES);
        fed.put(TrainingGraph.SAMPLES, samples.mapped(value -> 2 * value));
        double[] after =
                Exactly.run(step.model(), fed, List.of("stem.norm.mean.next")).get("stem.norm.mean.next");
        for (int i = 0; i < before.length; i++) {
            assertThat(after[i]).isCloseTo(2 * before[i], org.assertj.core.data.Offset.offset(1e-9));
        }
        assertThat(before[0]).isNotZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lenet", "resnet-micro"})
    void what_is_no_picture_is_refused(String name) {
        assertThatThrownBy(() -> Networks.of(name, Task.ofTokens(16, 12, 4)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining(name + " is for pictures");
        assertThatThrownBy(() -> Networks.of(name, Shape.of(1, 3, 8), 4)).hasMessageContaining("[1,3,8]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gru", "transformer-micro"})
    void what_is_no_sequence_is_refused(String name) {
        assertThatThrownBy(() -> Networks.of(name, Shape.of(3, 8, 8), 4)).hasMessageContaining("steps");
        assertThatThrownBy(() -> Networks.of(name, Shape.of(257, 8), 4)).hasMessageContaining("[257,8]");
    }

    @Test
    void an_unknown_network_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> Networks.of("alexnet", Shape.of(1, 8, 8), 4))
                .satisfies(e -> assertThat(((BasculeException) e).failure().remedies())
                        .anyMatch(remedy -> remedy.contains("resnet-micro")));
        assertThat(Networks.names())
                .allSatisfy(name -> assertThat(
                                Networks.of(name, Shape.of(28, 28), 10).name())
                        .isEqualTo(name));
    }

    private static double loss(
            TrainingGraph forward, Map<String, Operand> at, String name, double[] direction, double step) {
        Map<String, Operand> moved = new LinkedHashMap<>(at);
        Reals value = (Reals) at.get(name);
        double[] data = value.data().clone();
        for (int i = 0; i < data.length; i++) {
            data[i] += step * direction[i];
        }
        moved.put(name, new Reals(value.dtype(), data, value.dims()));
        return Exactly.run(forward.model(), moved, List.of(TrainingGraph.LOSS)).get(TrainingGraph.LOSS)[0];
    }

    private static Map<String, Operand> operands(Map<String, Tensor> tensors) {
        Map<String, Operand> operands = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> operands.put(name, Exactly.of(tensor)));
        return operands;
    }

    private static TrainingPlan plan(String name, Task task) {
        return new TrainingPlan(Networks.of(name, task), SGD, BATCH, 1, Optional.empty(), OptionalDouble.empty());
    }
}
