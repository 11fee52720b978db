package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Sound to plain samples or log-mel frames. Stateless. */
final class AudioPipeline {
    private AudioPipeline() {}

    static OpenPipeline open(PipelineSpec.Audio spec, byte[] file) throws RefusedException {
        Optional<LogMel> logMel =
                switch (spec.features()) {
                    case "pcm" -> Optional.empty();
                    case "logmel" -> {
                        if (spec.frames() < 2) {
                            throw new RefusedException("UnknownFeatures", "log-mel needs at least 2 frames");
                        }
                        yield Optional.of(new LogMel(spec.sampleRate(), spec.mels()));
                    }
                    default ->
                        throw new RefusedException(
                                "UnknownFeatures", "audio features are logmel or pcm, not " + spec.features());
                };
        return nanos -> {
            long start = nanos.getAsLong();
            MonoAudio sound = WavDecoder.decode(file).resampled(spec.sampleRate());
            long decoded = nanos.getAsLong();
            Map<String, Tensor> tensors = tensors(spec, sound, logMel);
            return new OpenPipeline.Made(tensors, OptionalLong.of(decoded - start), nanos.getAsLong() - decoded);
        };
    }

    /** @param logMel of log-mel features; empty where the samples themselves are wanted */
    private static Map<String, Tensor> tensors(PipelineSpec.Audio spec, MonoAudio sound, Optional<LogMel> logMel) {
        int length = Math.multiplyExact(spec.frames(), LogMel.HOP);
        float[] samples = Arrays.copyOf(sound.samples(), length);
        return logMel.isPresent()
                ? Map.of(
                        "input_features",
                        Tensor.floats(
                                Shape.of(1, spec.mels(), spec.frames()),
                                logMel.get().of(samples)))
                : Map.of("pcm", Tensor.floats(Shape.of(1, length), samples));
    }
}
