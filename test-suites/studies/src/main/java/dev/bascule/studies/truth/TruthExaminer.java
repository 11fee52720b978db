package dev.bascule.studies.truth;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.reduce.GraphView;
import dev.bascule.studies.reduce.SubGraphs;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Lays a model's values open, some at a time, and holds each target's against the exact ones. Values are asked for once from the
 * exact reference, whatever the number of targets. Belongs to one thread.
 */
final class TruthExaminer {
    /** Values laid open at a time. */
    private static final int CHUNK = 48;

    private final ReproModel whole;
    private final ExactValues exact;
    private final BooleanSupplier stopped;
    private final List<ModelValue> inner;
    private final List<ModelValue> outputs;

    TruthExaminer(ReproModel whole, ExactValues exact, BooleanSupplier stopped) {
        this.whole = whole;
        this.exact = exact;
        this.stopped = stopped;
        GraphView graph = new GraphView(whole.model());
        this.inner =
                graph.innerValues().stream().map(name -> value(graph, name)).toList();
        this.outputs = whole.outputs().stream()
                .filter(graph::isTensor)
                .filter(name -> graph.producer(name).isPresent())
                .map(name -> value(graph, name))
                .toList();
    }

    private static ModelValue value(GraphView graph, String name) {
        int index = graph.producer(name).orElseThrow();
        NodeProto node = graph.node(index);
        return new ModelValue(
                index, node.getOpType(), node.getName(), name, graph.outputs().contains(name));
    }

    /** How many values there are to compare, outputs included. */
    int values() {
        return inner.size() + outputs.size();
    }

    /** What is known of a target so far; changes while it is examined. */
    private static final class Seen {
        private final Trial trial;
        private final Target target;
        private final List<ValueTruth> outputs = new ArrayList<>();
        private final List<ValueTruth> values = new ArrayList<>();
        private Optional<String> failure = Optional.empty();

        Seen(Target target, Trial trial) {
            this.target = target;
            this.trial = trial;
        }

        TargetTruth truth() {
            return new TargetTruth(
                    target,
                    outputs,
                    values.stream()
                            .sorted((a, b) ->
                                    Integer.compare(a.value().node(), b.value().node()))
                            .toList(),
                    failure);
        }
    }

    /** Each target's values, in the order given. */
    List<TargetTruth> examine(Map<Target, Trial> targets, TruthService.Listener listener) {
        List<Seen> all = new ArrayList<>();
        targets.forEach((target, trial) -> all.add(new Seen(target, trial)));
        Map<String, ExactOutput> expected = exact.of(names(outputs));
        for (Seen seen : all) {
            if (!stopped.getAsBoolean()) {
                listener.phase("running the model on %s".formatted(seen.target));
                whole(seen, expected);
            }
        }
        for (int from = 0; from < inner.size() && !stopped.getAsBoolean(); from += CHUNK) {
            List<ModelValue> chunk = inner.subList(from, Math.min(inner.size(), from + CHUNK));
            listener.phase("laying open values %d to %d of %d".formatted(from + 1, from + chunk.size(), inner.size()));
            Map<String, ExactOutput> known;
            try {
                known = exact.of(names(chunk));
            } catch (BasculeException e) {
                if (stopped.getAsBoolean()) {
                    break;
                }
                throw e;
            }
            for (Seen seen : all) {
                if (seen.failure.isEmpty() && !stopped.getAsBoolean()) {
                    open(seen, chunk, known);
                }
            }
        }
        return all.stream().map(Seen::truth).toList();
    }

    private void whole(Seen seen, Map<String, ExactOutput> expected) {
        TrialOutcome outcome = seen.trial.run(whole);
        if (outcome instanceof TrialOutcome.Ran ran) {
            outputs.forEach(output -> seen.outputs.add(compared(output, ran.outputs(), expected)));
            seen.values.addAll(seen.outputs);
        } else {
            seen.failure = Optional.of(words(outcome));
        }
    }

    /** What an engine does not run with all of these laid open it may run with fewer. */
    private void open(Seen seen, List<ModelValue> chunk, Map<String, ExactOutput> known) {
        if (stopped.getAsBoolean()) {
            return;
        }
        TrialOutcome outcome =
                seen.trial.run(new ReproModel(SubGraphs.expose(whole.model(), names(chunk)), whole.inputs()));
        if (outcome instanceof TrialOutcome.Ran ran) {
            chunk.forEach(value -> seen.values.add(compared(value, ran.outputs(), known)));
        } else if (chunk.size() == 1) {
            seen.values.add(
                    new ValueTruth(chunk.get(0), Optional.empty(), Optional.empty(), Optional.of(words(outcome))));
        } else {
            open(seen, chunk.subList(0, chunk.size() / 2), known);
            open(seen, chunk.subList(chunk.size() / 2, chunk.size()), known);
        }
    }

    private static ValueTruth compared(ModelValue value, Map<String, Tensor> got, Map<String, ExactOutput> exact) {
        ExactOutput expected = exact.get(value.name());
        if (expected == null || !(expected.value() instanceof Value.One one)) {
            return notCompared(value, "the exact value is no tensor");
        }
        Tensor mine = got.get(value.name());
        if (mine == null) {
            return notCompared(value, "the target does not give it");
        }
        ValueJudge.Judged judged = new ValueJudge((output, dtype) -> Tolerance.EXACT)
                .judge(value.name(), mine, one.tensor(), expected.noise())
                .result();
        return new ValueTruth(
                value,
                Optional.of(judged.difference()),
                Optional.of(judged.tolerance().basis()),
                Optional.empty());
    }

    private static ValueTruth notCompared(ModelValue value, String why) {
        return new ValueTruth(value, Optional.empty(), Optional.empty(), Optional.of(why));
    }

    private static String words(TrialOutcome outcome) {
        return outcome.fold(
                ran -> "it ran",
                fault -> FaultClassifier.classify(fault).failure().message());
    }

    private static List<String> names(List<ModelValue> values) {
        Map<String, ModelValue> names = new LinkedHashMap<>();
        values.forEach(value -> names.put(value.name(), value));
        return List.copyOf(names.keySet());
    }
}
