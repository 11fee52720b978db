package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.operator.TorchOperators;
import dev.bascule.studies.training.peer.PeerBatches;
import dev.bascule.studies.training.peer.PeerPrecision;
import dev.bascule.studies.training.peer.PeerRequest;
import dev.bascule.studies.training.peer.PeerRun;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each operator that PyTorch is asked for, and our rule for it: value and gradient by one against the other. */
@Tag("native")
@Tag("full")
class TorchOperatorsTest {
    /** Of {@link OperatorSums}: what no gradient goes through, or no shape follows from. */
    private static final Set<String> LEFT_OUT = Set.of("GatherElements", "Shape");

    @Test
    @Tag("pytorch")
    void values_and_gradients_of_all_operators_are_ours() {
        GraphBuilder graph = new GraphBuilder("forward");
        OperatorSums sums = new OperatorSums(graph);
        graph.output(TrainingGraph.LOSS, sums.loss());
        TrainingGraph forward = graph(graph);
        PeerRun run = new TorchTrainer(HostEnvironment.ofProcess())
                .train(new PeerRequest(
                        forward,
                        forward.state(),
                        PeerBatches.of(List.of(Map.of())),
                        "sgd",
                        OptimizerSettings.DEFAULTS,
                        OptionalDouble.empty(),
                        PeerPrecision.FLOAT64,
                        1,
                        Duration.ofMinutes(2)));
        assertThat(run).isInstanceOf(PeerRun.Ran.class);
        PeerRun.Ran ran = (PeerRun.Ran) run;

        Map<String, Symbol> gradients = new Differentiation(StandardRules.all())
                .of(
                        graph,
                        sums.loss(),
                        new Operators(graph).scalar(1),
                        graph.parameters().stream().map(Parameter::symbol).toList());
        gradients.forEach((name, gradient) -> graph.output(name + TrainingGraph.GRADIENT, gradient));
        Map<String, double[]> exact = ExactSteps.gradients(graph(graph), Map.of());

        Map<String, Double> wrong = new TreeMap<>();
        ran.gradients().forEach((name, theirs) -> {
            double distance = ExactSteps.distance(ExactSteps.values(theirs), exact.get(name));
            if (distance > 1e-7) {
                wrong.put(name, distance);
            }
        });
        assertThat(ran.gradients()).hasSizeGreaterThan(70);
        assertThat(wrong).isEmpty();
        assertThat(ran.steps().get(0).loss()).isCloseTo(exact.get(TrainingGraph.LOSS)[0], offset(1e-9));
    }

    @Test
    void no_operator_is_left_untried() {
        OperatorSums sums = new OperatorSums(new GraphBuilder("forward"));
        Set<String> untried = new TreeSet<>(TorchOperators.names());
        untried.removeAll(sums.operators());

        assertThat(untried).containsExactlyInAnyOrderElementsOf(LEFT_OUT);
    }

    private static TrainingGraph graph(GraphBuilder graph) {
        Map<String, Tensor> state = new LinkedHashMap<>();
        graph.parameters().forEach(each -> state.put(each.name(), each.initial()));
        return new TrainingGraph(graph.model(), graph.parameters(), state, Map.of());
    }
}
