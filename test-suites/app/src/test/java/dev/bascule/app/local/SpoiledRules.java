package dev.bascule.app.local;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.gradient.GradientRules;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Losses;
import dev.bascule.training.network.Network;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gradients by other rules than the right ones. Stateless. */
final class SpoiledRules {
    private SpoiledRules() {}

    /** The gradient graph that these rules make of a network, from seed 5. */
    static TrainingGraph gradient(Network network, GradientRules rules, int batch) {
        GraphBuilder graph = new GraphBuilder("gradient");
        Operators on = new Operators(graph);
        Symbol samples = graph.input(
                TrainingGraph.SAMPLES,
                network.dtype(),
                RandomBatches.of(network, batch, 1)
                        .get(0)
                        .get(TrainingGraph.SAMPLES)
                        .shape());
        Symbol targets = graph.input(TrainingGraph.TARGETS, DType.FLOAT32, Shape.of(batch, network.classes()));
        Symbol loss = Losses.softmaxCrossEntropy(on, network.logits(on, samples, 5), targets);
        Map<String, Symbol> gradients = new Differentiation(rules)
                .of(
                        graph,
                        loss,
                        on.scalar(1),
                        graph.parameters().stream().map(Parameter::symbol).toList());
        graph.output(TrainingGraph.LOSS, loss);
        Map<String, Tensor> state = new LinkedHashMap<>();
        graph.parameters().forEach(each -> {
            graph.output(each.name() + TrainingGraph.GRADIENT, gradients.get(each.name()));
            state.put(each.name(), each.initial());
        });
        return new TrainingGraph(graph.model(), graph.parameters(), state, Map.of());
    }

    /** The rules with the sign of one turned. */
    static GradientRules flipped(String operator) {
        List<GradientRule> rules = new ArrayList<>();
        for (String each : StandardRules.all().operators()) {
            GradientRule right = StandardRules.all().of(each).orElseThrow();
            rules.add(new GradientRule() {
                @Override
                public List<String> operators() {
                    return List.of(each);
                }

                @Override
                public List<Optional<Symbol>> gradients(Backward at, Operators on) {
                    List<Optional<Symbol>> gradients = right.gradients(at, on);
                    return each.equals(operator)
                            ? gradients.stream().map(one -> one.map(on::neg)).toList()
                            : gradients;
                }
            });
        }
        return new GradientRules(rules);
    }
}
