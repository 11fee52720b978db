package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.studies.conformance.PublishedTolerance;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import dev.bascule.studies.reduce.ReduceService.Listener;
import dev.bascule.studies.reduce.Reducer;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.trial.PublishedOutputs;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at a case's data sets one after another, each judged as a conformance run judges it, and reduces with the first that
 * fails. Belongs to one thread.
 */
record DataSets(Reducer reducer, Listener listener) {

    /**
     * What came of it.
     *
     * @param failing the first data set that fails, in words; empty where none does, or there is only one
     */
    record Seen(Reduction reduction, Optional<String> failing) {}

    Seen reduce(ModelProto model, ConformanceCase one) {
        List<String> names = TestDataSet.in(one.source()).stream()
                .map(set -> String.valueOf(set.folder().getFileName()))
                .toList();
        Map<String, Reduction> others = new LinkedHashMap<>();
        for (int index = 0; index < one.sets().size(); index++) {
            String name = names.get(index);
            if (names.size() > 1) {
                listener.phase("looking at %s, number %d of %d".formatted(name, index + 1, names.size()));
            }
            DataSet set = one.sets().get(index);
            Reduction reduction = reducer.reduce(
                    new ReproModel(model, tensors(set.inputs())),
                    Optional.of(new PublishedOutputs(
                            tensors(set.expected()),
                            one.tolerance(),
                            (value, expected, lineage) -> PublishedTolerance.of(value, expected))),
                    listener.steps());
            if (reduction instanceof Reduction.Reduced) {
                return new Seen(
                        reduction,
                        names.size() == 1
                                ? Optional.empty()
                                : Optional.of("%s, number %d of %d, is the first that fails"
                                        .formatted(name, index + 1, names.size())));
            }
            if (reduction instanceof Reduction.Interrupted) {
                return new Seen(reduction, Optional.empty());
            }
            others.put(name, reduction);
        }
        return new Seen(summary(others), Optional.empty());
    }

    private static Map<String, Tensor> tensors(Map<String, Value> values) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (value instanceof Value.One one) {
                tensors.put(name, one.tensor());
            }
        });
        return tensors;
    }

    /** Of sets none of which fails: one that nothing can be said of says most. */
    private static Reduction summary(Map<String, Reduction> others) {
        List<String> mute = new ArrayList<>();
        others.forEach((name, reduction) -> {
            if (reduction instanceof Reduction.NoReference none) {
                mute.add(others.size() == 1 ? none.why() : name + ": " + none.why());
            }
        });
        if (!mute.isEmpty()) {
            return new Reduction.NoReference(String.join("; ", mute));
        }
        String notes = others.values().stream()
                .flatMap(reduction ->
                        reduction instanceof Reduction.NotFailing right ? right.note().stream() : Stream.empty())
                .distinct()
                .collect(Collectors.joining("; "));
        Optional<String> note = Optional.of(notes).filter(text -> !text.isEmpty());
        return new Reduction.NotFailing(
                others.size() == 1
                        ? note
                        : Optional.of("none of its %d data sets does: %s"
                                .formatted(others.size(), note.orElse("every output is what the reference gives"))));
    }
}
