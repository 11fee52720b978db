package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/** Runs a pipeline on assets that are in memory. Stateless and thread-safe. */
public final class Pipelines {
    private Pipelines() {}

    /** Loads what the pipeline needs beside its assets, so that a first run is timed like any other. */
    public static void load(PipelineSpec spec) throws RefusedException {
        if (spec instanceof PipelineSpec.Text) {
            TextPipeline.load();
        }
    }

    /**
     * @param assets {@code audio}, {@code image} or {@code tokenizer} to the file's bytes
     * @param text of a text pipeline
     * @return tensors by the pipeline's own names of them
     * @throws RefusedException when an asset is missing or cannot be decoded
     */
    public static Map<String, Tensor> run(PipelineSpec spec, Map<String, byte[]> assets, Optional<String> text)
            throws RefusedException {
        if (spec instanceof PipelineSpec.Audio audio) {
            return AudioPipeline.run(audio, asset(assets, "audio"));
        }
        if (spec instanceof PipelineSpec.Vision vision) {
            return VisionPipeline.run(vision, asset(assets, "image"));
        }
        return TextPipeline.run(
                (PipelineSpec.Text) spec,
                asset(assets, "tokenizer"),
                text.orElseThrow(() -> new RefusedException("MissingText", "a text pipeline needs a text")));
    }

    private static byte[] asset(Map<String, byte[]> assets, String name) throws RefusedException {
        return Optional.ofNullable(assets.get(name))
                .orElseThrow(
                        () -> new RefusedException("MissingAsset", "the pipeline needs an asset '%s'".formatted(name)));
    }
}
