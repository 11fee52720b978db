package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;

/** Sound to plain samples or log-mel frames. Stateless. */
final class AudioPipeline {
    private AudioPipeline() {}

    static Map<String, Tensor> run(PipelineSpec.Audio spec, byte[] file) throws RefusedException {
        MonoAudio sound = WavDecoder.decode(file).resampled(spec.sampleRate());
        int length = Math.multiplyExact(spec.frames(), LogMel.HOP);
        float[] samples = Arrays.copyOf(sound.samples(), length);
        return switch (spec.features()) {
            case "pcm" -> Map.of("pcm", Tensor.floats(Shape.of(1, length), samples));
            case "logmel" -> {
                if (spec.frames() < 2) {
                    throw new RefusedException("UnknownFeatures", "log-mel needs at least 2 frames");
                }
                yield Map.of(
                        "input_features",
                        Tensor.floats(
                                Shape.of(1, spec.mels(), spec.frames()),
                                new LogMel(spec.sampleRate(), spec.mels()).of(samples)));
            }
            default ->
                throw new RefusedException(
                        "UnknownFeatures", "audio features are logmel or pcm, not " + spec.features());
        };
    }
}
