package dev.bascule.training.step;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Differentiation;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The forward pass of a plan, and the backward one where it is asked for. Immutable, but for the graph.
 *
 * @param outputs what the network gives
 */
record Forward(Operators on, Symbol outputs, Symbol loss) {
    static Forward of(String name, TrainingPlan plan) {
        return of(name, plan, plan.dropout(), Network::logits);
    }

    /** As after training, when nothing is dropped. */
    static Forward evaluated(String name, TrainingPlan plan) {
        return of(name, plan, OptionalDouble.empty(), Network::evaluated);
    }

    /** A pass of a network. */
    private interface Pass {
        Symbol outputs(Network network, Operators on, Symbol batch, long seed);
    }

    private static Forward of(String name, TrainingPlan plan, OptionalDouble dropout, Pass pass) {
        Operators on = new Operators(new GraphBuilder(name, dropout));
        Batch batch = Batch.of(on, plan);
        Symbol outputs = pass.outputs(plan.network(), on, batch.samples(), plan.seed());
        if (dropout.isPresent()
                && on.graph().inputs().keySet().stream().noneMatch(each -> each.startsWith(GraphBuilder.MASK))) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "%s has no place for dropout".formatted(plan.network().name()),
                    "leave --dropout out, or take mlp, lenet or transformer-micro");
        }
        Symbol loss = plan.loss().of(on, outputs, batch.targets());
        if (plan.precision() == Precision.SINGLE) {
            return new Forward(on, outputs, loss);
        }
        GraphBuilder mixed = HalfProducts.of(name, on.graph());
        return new Forward(new Operators(mixed), mixed.symbol(outputs.name()), mixed.symbol(loss.name()));
    }

    GraphBuilder graph() {
        return on.graph();
    }

    /** The gradient of each parameter by name, times a scale. */
    Map<String, Symbol> gradients(Symbol scale) {
        List<Symbol> by = graph().parameters().stream().map(Parameter::symbol).toList();
        return new Differentiation(StandardRules.all()).of(graph(), loss, scale, by);
    }

    /** What a step is fed: samples and targets as they are, or where they stand in the resident data. */
    private record Batch(Symbol samples, Symbol targets) {
        static Batch of(Operators on, TrainingPlan plan) {
            GraphBuilder graph = on.graph();
            if (plan.resident().isPresent()) {
                ResidentData data = plan.resident().get();
                Symbol indices = graph.input(TrainingGraph.INDICES, DType.INT64, Shape.of(plan.batch()));
                return new Batch(
                        graph.op("Gather", List.of(graph.constant("data.samples", data.samples()), indices)),
                        graph.op("Gather", List.of(graph.constant("data.targets", data.oneHot()), indices)));
            }
            List<Long> dims = new ArrayList<>(List.of((long) plan.batch()));
            dims.addAll(plan.network().sample().dims());
            return new Batch(
                    graph.input(TrainingGraph.SAMPLES, plan.network().dtype(), new Shape(dims)),
                    graph.input(
                            TrainingGraph.TARGETS,
                            DType.FLOAT32,
                            Shape.of(plan.batch(), plan.network().classes())));
        }
    }
}
