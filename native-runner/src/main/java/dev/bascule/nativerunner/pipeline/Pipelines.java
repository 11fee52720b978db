package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/** Runs a pipeline on assets that are in memory. Stateless and thread-safe. */
public final class Pipelines {
    private Pipelines() {}

    /**
     * @param assets {@code audio}, {@code image} or {@code tokenizer} to the file's bytes
     * @param text of a text pipeline
     * @throws RefusedException when an asset is missing or, being no input of its own, cannot be read
     */
    public static OpenPipeline open(PipelineSpec spec, Map<String, byte[]> assets, Optional<String> text)
            throws RefusedException {
        if (spec instanceof PipelineSpec.Audio audio) {
            return AudioPipeline.open(audio, asset(assets, "audio"));
        }
        if (spec instanceof PipelineSpec.Vision vision) {
            return VisionPipeline.open(vision, asset(assets, "image"));
        }
        return TextPipeline.open(
                (PipelineSpec.Text) spec,
                asset(assets, "tokenizer"),
                text.orElseThrow(() -> new RefusedException("MissingText", "a text pipeline needs a text")));
    }

    /** Opens it and runs it once. */
    public static Map<String, Tensor> run(PipelineSpec spec, Map<String, byte[]> assets, Optional<String> text)
            throws RefusedException {
        try (OpenPipeline opened = open(spec, assets, text)) {
            return opened.run(System::nanoTime).tensors();
        }
    }

    private static byte[] asset(Map<String, byte[]> assets, String name) throws RefusedException {
        return Optional.ofNullable(assets.get(name))
                .orElseThrow(
                        () -> new RefusedException("MissingAsset", "the pipeline needs an asset '%s'".formatted(name)));
    }
}
