package dev.bascule.studies.distribute;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.SubGraphs;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        Launcher.Launch launch = ground.nativeSource().fresh(Backends.NATIVE_CPU);
        if (launch instanceof Launcher.Launch.NotStarted none) {
            return new Computed.Missing(new Outcome.Setback(Verdict.SKIPPED, none.failure()));
        }
        LaunchedRunner launched = ((Launcher.Launch.Started) launch).launched();
        try {
            Job job = new Job(
                    ground.ids().next(),
                    Backends.NATIVE_CPU,
                    artifact,
                    Feeds.of(ground.kase().feeds().step(0)),
                    List.copyOf(names),
                    ground.kase().settings().asReference());
            Reply<RunnerSession> reply = launched.runner().open(job, ground.timeout());
            if (reply instanceof Reply.Failed<RunnerSession> failed) {
                return new Computed.Missing(Outcome.Setback.of("computing what would cross the cuts", failed.fault()));
            }
            Map<String, Tensor> values = new LinkedHashMap<>();
            reply.result()
                    .orElseThrow()
                    .firstOutputs()
                    .all()
                    .forEach(output -> values.put(output.name(), output.tensor()));
            return new Computed.Ready(values);
        } finally {
            ground.nativeSource().release(launched);
        }
    }
}
