package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FiniteDifferencesTest {
    private static final LabelledData DATA = Blobs.data();
    private static final TrainingTask TASK = NativeTrainings.task(DATA);
    private static final TrainingGraph FORWARD = TrainingGraphs.forward(TASK.fed(42, TASK.batch()));
    private static final TrainingGraph GRADIENT = TrainingGraphs.gradient(TASK.fed(42, TASK.batch()));

    private static Map<String, Double> differences(UnaryOperator<ModelProto> fault) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(FORWARD.state());
        inputs.putAll(new StepOrder(TASK, 42).samples(1));
        List<String> outputs = GRADIENT.parameters().stream()
                .map(each -> each.name() + TrainingGraph.GRADIENT)
                .toList();
        Map<String, Value> values = new LinkedHashMap<>();
        inputs.forEach((name, tensor) -> values.put(name, Value.of(tensor)));
        ExactResult result = new ExactModel(fault.apply(GRADIENT.model()))
                .run(values, outputs, ExactModel.Plan.EXACT_ONLY, () -> false);
        Map<String, ExactOutput> gradients =
                ((ExactResult.Known) result).steps().get(0);
        return FiniteDifferences.of(FORWARD, inputs, gradients, () -> false);
    }

    @Test
    void right_gradients_are_how_the_loss_changes() {
        assertThat(differences(model -> model))
                .hasSameSizeAs(GRADIENT.parameters())
                .allSatisfy((name, error) -> assertThat(error).isLessThan(1e-5));
    }

    @Test
    void a_flipped_sign_is_seen_in_its_parameter_alone() {
        String flipped = GRADIENT.parameters().get(2).name();

        Map<String, Double> errors = differences(model -> PlantedFaults.flipped(model, flipped));

        assertThat(errors.get(flipped)).isGreaterThan(1);
        assertThat(errors.entrySet())
                .filteredOn(each -> !each.getKey().equals(flipped))
                .allSatisfy(each -> assertThat(each.getValue()).isLessThan(GradientJudgement.DIFFERENCE));
    }

    /** w + Relu(10 w), at a w of −1e-6: the first move crosses the edge, a smaller one does not. */
    private static Map<String, Double> nearAnEdge(float gradient) {
        GraphBuilder forward = new GraphBuilder("edge");
        Symbol w = forward.parameter("w", Tensor.floats(Shape.of(1), -1e-6f), true);
        Symbol ten = forward.constant(Tensor.floats(Shape.of(1), 10f));
        Symbol unit = forward.op("Relu", List.of(forward.op("Mul", List.of(w, ten))));
        Symbol sum = forward.op("Add", List.of(w, unit));
        forward.output(
                TrainingGraph.LOSS, forward.op("Reshape", List.of(sum, forward.constant(Tensor.longs(Shape.of(0))))));
        GraphBuilder said = new GraphBuilder("gradient");
        said.output("w" + TrainingGraph.GRADIENT, said.constant(Tensor.floats(Shape.of(1), gradient)));
        ExactResult known = new ExactModel(said.model())
                .run(Map.of(), List.of("w" + TrainingGraph.GRADIENT), ExactModel.Plan.EXACT_ONLY, () -> false);
        TrainingGraph graph = new TrainingGraph(
                forward.model(), forward.parameters(), Map.of("w", Tensor.floats(Shape.of(1), -1e-6f)), Map.of());
        return FiniteDifferences.of(
                graph, graph.state(), ((ExactResult.Known) known).steps().get(0), () -> false);
    }

    @Test
    void a_unit_near_its_edge_is_no_wrong_gradient_and_a_wrong_one_is_seen_there() {
        assertThat(nearAnEdge(1f).get("w")).isLessThan(1e-5);
        assertThat(nearAnEdge(11f).get("w")).isGreaterThan(0.1);
        assertThat(nearAnEdge(1.01f).get("w")).isGreaterThan(GradientJudgement.DIFFERENCE);
    }

    @Test
    void what_the_digits_of_two_losses_leave_open_is_told_and_no_zero() {
        assertThat(FiniteDifferences.relative(1e-6, 1e-6, 1e-13)).hasValueCloseTo(1e-7, within(1e-15));
        assertThat(FiniteDifferences.relative(1e-11, 2e-11, 1e-13)).isEmpty();
        assertThat(FiniteDifferences.relative(0, 0, 1e-13)).hasValue(0);
        assertThat(FiniteDifferences.relative(1, 1e-11, 1e-13)).hasValueCloseTo(1.0, within(1e-9));
        assertThat(FiniteDifferences.relative(Double.NaN, 1, 1e-13)).hasValue(Double.POSITIVE_INFINITY);
    }
}
