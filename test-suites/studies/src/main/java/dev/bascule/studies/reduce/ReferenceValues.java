package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What each value of a model is by the reference, asked for when first needed and kept. Belongs to one thread. */
final class ReferenceValues {
    private final ReproModel repro;
    private final GraphView graph;
    private final ReproExaminer examiner;
    private final Map<String, Tensor> known = new HashMap<>();

    ReferenceValues(ReproModel repro, GraphView graph, ReproExaminer examiner) {
        this.repro = repro;
        this.graph = graph;
        this.examiner = examiner;
        known.putAll(repro.inputs());
    }

    /** With values that need not be asked for. */
    ReferenceValues with(Map<String, Tensor> told) {
        known.putAll(told);
        return this;
    }

    Tensor of(String value) {
        load(List.of(value));
        return Objects.requireNonNull(known.get(value), "it was loaded");
    }

    /**
     * Asks the reference for all of these at once.
     *
     * @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where it cannot tell
     */
    void load(Collection<String> values) {
        values.forEach(value -> graph.initializer(value)
                .ifPresent(proto -> known.computeIfAbsent(value, any -> TensorProtos.decode(proto))));
        Set<String> wanted = new LinkedHashSet<>(values);
        wanted.removeAll(known.keySet());
        if (wanted.isEmpty()) {
            return;
        }
        ModelProto exposed = SubGraphs.expose(graph.model(), wanted);
        known.putAll(examiner.onReference(new ReproModel(exposed, repro.inputs()))
                .fold(outputs -> outputs, fault -> {
                    throw new BasculeException(
                            ErrorCode.REFERENCE_UNAVAILABLE,
                            examiner.source().briefly() + " does not tell the model's intermediate values: "
                                    + FaultClassifier.classify(fault).failure().message());
                }));
        wanted.stream().filter(value -> !known.containsKey(value)).findFirst().ifPresent(value -> {
            throw new BasculeException(
                    ErrorCode.REFERENCE_UNAVAILABLE,
                    "%s does not tell the value '%s'"
                            .formatted(examiner.source().briefly(), value));
        });
    }
}
