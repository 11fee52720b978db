package dev.bascule.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MixedPrecisionTest {
    private final TrainingPlan single = Toy.plan("adam", 0.02, 8);
    private final TrainingPlan mixed = single.in(Precision.MIXED);
    private final ExactRun run = new ExactRun(TrainingGraphs.step(mixed));

    private static Map<String, Tensor> infinite() {
        Map<String, Tensor> batch = new LinkedHashMap<>(Toy.batch(8, 1));
        float[] values = new float[24];
        values[5] = Float.POSITIVE_INFINITY;
        batch.put(TrainingGraph.SAMPLES, Tensor.floats(Shape.of(8, 3), values));
        return batch;
    }

    @Test
    void where_nothing_rounds_it_is_the_step_in_single_precision() {
        ExactRun plain = new ExactRun(TrainingGraphs.step(single));
        for (int step = 1; step <= 5; step++) {
            run.step(Toy.batch(8, step), mixed.scalars(step));
            plain.step(Toy.batch(8, step), single.scalars(step));
        }

        assertThat(run.parameters()).containsExactly(plain.parameters(), within(1e-9));
        assertThat(run.loss()).isCloseTo(plain.loss(), within(1e-9));
        assertThat(run.output(TrainingGraph.SKIPPED)).containsExactly(0);
    }

    @Test
    void products_forward_and_backward_are_of_halves_and_parameters_of_floats() {
        TrainingGraph graph = TrainingGraphs.step(mixed);
        Map<String, Long> halves = graph.model().getGraph().getNodeList().stream()
                .filter(node ->
                        node.getOpType().equals("Cast") && node.getAttribute(0).getI() == DType.FLOAT16.onnx())
                .flatMap(node -> node.getOutputList().stream())
                .collect(Collectors.toMap(name -> name, name -> 1L));

        assertThat(graph.model().getGraph().getNodeList())
                .filteredOn(node -> Set.of("MatMul", "Gemm").contains(node.getOpType()))
                .hasSize(5)
                .allSatisfy(node -> assertThat(
                                node.getInput(0).contains("transpose") || halves.containsKey(node.getInput(0)))
                        .as(node.toString())
                        .isTrue());
        assertThat(graph.state().values())
                .allSatisfy(tensor -> assertThat(tensor.dtype()).isEqualTo(DType.FLOAT32));
    }

    @Test
    void no_two_nodes_have_one_name_which_engines_refuse() {
        assertThat(TrainingGraphs.step(mixed).model().getGraph().getNodeList())
                .extracting(NodeProto::getName)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_step_that_overflows_changes_no_parameter_and_no_moment_and_halves_the_scale() {
        run.step(Toy.batch(8, 1), mixed.scalars(1));
        double[] before = run.parameters();
        double[] moment = run.state("first.weight.m");

        run.step(infinite(), mixed.scalars(2));

        assertThat(run.output(TrainingGraph.SKIPPED)).containsExactly(1);
        assertThat(run.parameters()).containsExactly(before);
        assertThat(run.state("first.weight.m")).containsExactly(moment);
        assertThat(run.state("loss_scale")).containsExactly(512);
        assertThat(run.state("loss_scale.good")).containsExactly(0);
        run.step(Toy.batch(8, 3), mixed.scalars(3));
        assertThat(run.output(TrainingGraph.SKIPPED)).containsExactly(0);
        assertThat(run.parameters()).isNotEqualTo(before);
    }

    @Test
    void after_many_good_steps_the_scale_doubles() {
        run.put("loss_scale.good", 1998);
        run.step(Toy.batch(8, 1), mixed.scalars(1));
        assertThat(run.state("loss_scale")).containsExactly(1024);
        assertThat(run.state("loss_scale.good")).containsExactly(1999);

        run.step(Toy.batch(8, 2), mixed.scalars(2));
        assertThat(run.state("loss_scale")).containsExactly(2048);
        assertThat(run.state("loss_scale.good")).containsExactly(0);
    }

    @Test
    void an_overflow_among_accumulated_steps_costs_one_update_and_no_more() {
        TrainingPlan plan = mixed.accumulating(2);
        ExactRun accumulated = new ExactRun(TrainingGraphs.step(plan));
        double[] before = accumulated.parameters();

        accumulated.step(infinite(), plan.scalars(1));
        accumulated.step(Toy.batch(8, 1), plan.scalars(2));
        assertThat(accumulated.parameters()).containsExactly(before);
        assertThat(accumulated.state("loss_scale")).containsExactly(512);

        accumulated.step(Toy.batch(8, 2), plan.scalars(3));
        accumulated.step(Toy.batch(8, 3), plan.scalars(4));
        assertThat(accumulated.parameters()).isNotEqualTo(before).doesNotContain(Double.NaN);
        assertThat(accumulated.state("loss_scale.good")).containsExactly(1);
    }
}
