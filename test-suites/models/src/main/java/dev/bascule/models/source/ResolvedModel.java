package dev.bascule.models.source;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.TestDataSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model that is on disk, looked into and fit for the engines.
 *
 * @param info its identity for results
 * @param artifact its file for runners
 * @param inspection what is in it
 * @param pipeline what turns a file or a text into its inputs, where that is known
 * @param dataSets published inputs and expected outputs
 * @param origin where it came from, by name: {@code source}, for the hub {@code url}, {@code revision} and {@code commit}, for a
 *     package {@code package}, {@code packageSha256} and, where Bascule knows it, {@code licence}
 * @param download how long the network took to bring it and its external data; empty where it brought nothing
 */
public record ResolvedModel(
        ModelInfo info,
        ModelArtifact artifact,
        ModelInspection inspection,
        Optional<PipelineSpec> pipeline,
        List<TestDataSet> dataSets,
        Map<String, String> origin,
        Optional<Duration> download) {

    public ResolvedModel {
        dataSets = List.copyOf(dataSets);
        origin = Map.copyOf(origin);
    }
}
