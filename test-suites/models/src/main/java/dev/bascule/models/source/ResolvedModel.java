package dev.bascule.models.source;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.TestDataSet;
import dev.bascule.models.pretrained.LabelledSet;
import dev.bascule.models.zoo.SampleAssets;
import java.nio.file.Path;
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
 * @param usage what is known of a model that Bascule knows; {@link Usage#UNKNOWN} of any other
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
        Usage usage,
        List<TestDataSet> dataSets,
        Map<String, String> origin,
        Optional<Duration> download) {

    /**
     * What the pipeline is run on where nobody says, and what the outputs become.
     *
     * @param sample a picture or sound of its own
     * @param tokenizer the file of a text pipeline
     * @param answer what the outputs say, ready to be decoded
     * @param data samples whose answers are known
     * @param followers names of the pretrained models that go on with what it finds, in order
     */
    public record Usage(
            Optional<SampleAssets> sample,
            Optional<Path> tokenizer,
            Optional<AnswerSpec> answer,
            Optional<LabelledSet> data,
            List<String> followers) {
        public static final Usage UNKNOWN =
                new Usage(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

        public Usage {
            followers = List.copyOf(followers);
        }
    }

    public ResolvedModel {
        dataSets = List.copyOf(dataSets);
        origin = Map.copyOf(origin);
    }
}
