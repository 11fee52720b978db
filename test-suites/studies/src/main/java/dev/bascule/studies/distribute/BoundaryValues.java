package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.SessionResult;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Reply;
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

        record Missing(Outcome.Setback why) implements Computed {}
    }

    static Computed of(Ground ground, ModelProto model, Collection<String> names, PartFiles files) {
        ModelArtifact artifact = files.write(SubGraphs.expose(model, names));
        try (IsolatedRunner child = ground.nativeSource().isolated(Backends.NATIVE_CPU)) {
            Optional<Failure> absent = child.start();
            if (absent.isPresent()) {
                return new Computed.Missing(new Outcome.Setback(Verdict.SKIPPED, absent.get()));
            }
            Job job = new Job(
                    ground.ids().next(),
                    Backends.NATIVE_CPU,
                    artifact,
                    Feeds.of(ground.kase().feeds().step(0)),
                    List.copyOf(names),
                    ground.kase().settings().asReference());
            Reply<SessionResult> reply = child.run(job, ground.timeout());
            if (reply instanceof Reply.Failed<SessionResult> failed) {
                return new Computed.Missing(Outcome.Setback.of("computing what would cross the cuts", failed.fault()));
            }
            Map<String, Tensor> values = new LinkedHashMap<>();
            reply.result().orElseThrow().outputs().steps().forEach(values::putAll);
            return new Computed.Ready(values);
        }
    }
}
