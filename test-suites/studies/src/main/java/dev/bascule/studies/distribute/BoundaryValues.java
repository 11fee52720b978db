package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.SubGraphs;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes what crosses cuts, on native CPU without graph optimization: types and shapes come from it. Stateless. */
final class BoundaryValues {
    private BoundaryValues() {}

    /** Either the values by name, or why there are none. */
    sealed interface Computed {
        record Ready(Map<String, Tensor> values) implements Computed {}

        record Missing(StudyOutcome.Setback why) implements Computed {}
    }

    static Computed of(StudyContext study, ModelProto model, Collection<String> names, PartFiles files) {
        ModelArtifact artifact = files.write(SubGraphs.expose(model, names));
        try (IsolatedRunner child = study.nativeSource().isolated(Backends.NATIVE_CPU)) {
            Optional<Failure> absent = child.start();
            if (absent.isPresent()) {
                return new Computed.Missing(new StudyOutcome.Setback(Verdict.SKIPPED, absent.get()));
            }
            Job job = new Job(
                    study.ids().next(),
                    Backends.NATIVE_CPU,
                    artifact,
                    Feeds.of(study.testCase().feeds().step(0)),
                    List.copyOf(names),
                    study.testCase().settings().asReference());
            Reply<SessionResult> reply = child.run(job, study.timeout());
            if (reply instanceof Reply.Failed<SessionResult> failed) {
                return new Computed.Missing(
                        StudyOutcome.Setback.of("computing what would cross the cuts", failed.fault()));
            }
            Map<String, Tensor> values = new LinkedHashMap<>();
            reply.result().orElseThrow().outputs().steps().forEach(values::putAll);
            return new Computed.Ready(values);
        }
    }
}
