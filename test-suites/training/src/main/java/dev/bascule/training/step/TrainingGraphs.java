package dev.bascule.training.step;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Parameter;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes the models of a training run: all share names, parameters and initial values. Stateless. */
public final class TrainingGraphs {
    private TrainingGraphs() {}

    /** Forward, backward and update in one: gives the loss, and each carried input's next value. */
    public static TrainingGraph step(TrainingPlan plan) {
        Forward forward = Forward.of("step", plan);
        GraphBuilder graph = forward.graph();
        Operators on = forward.on();
        Carried carried = new Carried(graph);
        Optional<LossScale> scale =
                plan.precision() == Precision.MIXED ? Optional.of(LossScale.begin(on, carried)) : Optional.empty();
        Map<String, Symbol> gradients =
                forward.gradients(scale.map(LossScale::scale).orElseGet(() -> on.scalar(1)));
        graph.output(TrainingGraph.LOSS, forward.loss());
        new Updates(plan, on, carried).of(graph.parameters(), gradients, scale);
        carried.buffers();
        return carried.graph(graph.parameters());
    }

    /** Forward and backward: gives the loss and the gradient of each parameter, by its name and {@link TrainingGraph#GRADIENT}. Only buffers are carried. */
    public static TrainingGraph gradient(TrainingPlan plan) {
        Forward forward = Forward.of("gradient", plan);
        Map<String, Symbol> gradients = forward.gradients(forward.on().scalar(1));
        GraphBuilder graph = forward.graph();
        graph.output(TrainingGraph.LOSS, forward.loss());
        graph.parameters()
                .forEach(each -> graph.output(
                        each.name() + TrainingGraph.GRADIENT,
                        Objects.requireNonNull(gradients.get(each.name()), each.name())));
        Carried carried = new Carried(graph);
        graph.parameters().forEach(each -> carried.known(each.name(), each.initial()));
        carried.buffers();
        return carried.graph(graph.parameters());
    }

    /**
     * As {@link #gradient}, of one of several replicas: all that it is fed comes out again by its name and {@link TrainingGraph#NEXT}, so that it can show what it
     * computed with. Parameters, samples and targets are carried for that alone: each is fed anew.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} where the batch's own moments are taken, which are not those of its parts
     */
    public static TrainingGraph replica(TrainingPlan plan) {
        Forward forward = Forward.of("replica", plan);
        GraphBuilder graph = forward.graph();
        if (!graph.buffers().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "'%s' normalises by the moments of its batch: parts of a batch have others, so that replicas are not one worker with all of it"
                            .formatted(plan.network().name()),
                    "take a network without batch normalisation");
        }
        Map<String, Symbol> fed = graph.inputs();
        Map<String, Symbol> gradients = forward.gradients(forward.on().scalar(1));
        graph.output(TrainingGraph.LOSS, forward.loss());
        Carried carried = new Carried(graph);
        graph.parameters().forEach(each -> {
            graph.output(
                    each.name() + TrainingGraph.GRADIENT,
                    Objects.requireNonNull(gradients.get(each.name()), each.name()));
            carried.known(each.name(), each.initial());
            carried.next(each.name(), each.symbol());
        });
        for (String name : List.of(TrainingGraph.SAMPLES, TrainingGraph.TARGETS)) {
            Symbol symbol = Objects.requireNonNull(fed.get(name), name);
            int bytes = Math.toIntExact(symbol.dtype().bytes(symbol.shape().elements()));
            carried.known(name, Tensor.of(symbol.dtype(), symbol.shape(), new byte[bytes]));
            carried.next(name, symbol);
        }
        return carried.graph(graph.parameters());
    }

    /** Forward alone, as in training: gives logits and loss. */
    public static TrainingGraph forward(TrainingPlan plan) {
        return forward(Forward.of("forward", plan));
    }

    /** Forward alone, as after training: gives logits and loss. Reads what the network kept of batches, such as running means. */
    public static TrainingGraph evaluation(TrainingPlan plan) {
        return forward(Forward.evaluated("evaluation", plan));
    }

    private static TrainingGraph forward(Forward forward) {
        GraphBuilder graph = forward.graph();
        graph.output(TrainingGraph.LOGITS, forward.outputs());
        graph.output(TrainingGraph.LOSS, forward.loss());
        Carried carried = new Carried(graph);
        graph.parameters().forEach(each -> carried.known(each.name(), each.initial()));
        graph.buffers().forEach(each -> carried.known(each.name(), each.initial()));
        return carried.graph(graph.parameters());
    }

    /** The update alone: takes the gradient of each parameter, which the host may have summed. Nothing is accumulated or scaled here. */
    public static TrainingGraph apply(TrainingPlan plan) {
        List<Parameter> parameters = Forward.of("forward", plan).graph().parameters();
        GraphBuilder graph = new GraphBuilder("apply");
        Map<String, Symbol> gradients = new LinkedHashMap<>();
        for (Parameter each : parameters) {
            graph.parameter(each.name(), each.initial(), each.decays());
            gradients.put(
                    each.name(),
                    graph.input(
                            each.name() + TrainingGraph.GRADIENT,
                            DType.FLOAT32,
                            each.initial().shape()));
        }
        Carried carried = new Carried(graph);
        new Updates(plan.accumulating(1), new Operators(graph), carried)
                .of(graph.parameters(), gradients, Optional.empty());
        return carried.graph(graph.parameters());
    }
}
