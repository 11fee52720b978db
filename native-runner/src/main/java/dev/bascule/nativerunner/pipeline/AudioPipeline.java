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
        Optional<LogMel> logMel = switch (spec.features()) {
            case "pcm", "normalized-pcm" -> Optional.empty();
            case "logmel" -> {
                if (spec.frames() < 2) {
                    throw new RefusedException("UnknownFeatures", "log-mel needs at least 2 frames");
                }
                yield Optional.of(new LogMel(spec.sampleRate(), spec.mels()));
            }
            default ->
                throw new RefusedException(
                        "UnknownFeatures", "audio features are logmel, pcm or normalized-pcm, not " + spec.features());
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
        if (logMel.isPresent()) {
            return Map.of(
                    "input_features",
                    Tensor.floats(
                            Shape.of(1, spec.mels(), spec.frames()),
                            logMel.get().of(samples)));
        }
        return spec.features().equals("normalized-pcm")
                ? Map.of("input_values", Tensor.floats(Shape.of(1, length), normalized(sound.samples(), length)))
                : Map.of("pcm", Tensor.floats(Shape.of(1, length), samples));
    }

    /** Mean 0 and variance 1 over what there is of the sound; then silence. */
    private static float[] normalized(float[] samples, int length) {
        int count = Math.min(samples.length, length);
        double mean = 0;
        for (int i = 0; i < count; i++) {
            mean += samples[i];
        }
        mean /= count;
        double variance = 0;
        for (int i = 0; i < count; i++) {
            variance += (samples[i] - mean) * (samples[i] - mean);
        }
        double deviation = Math.sqrt(variance / count + 1e-7);
        float[] normalized = new float[length];
        for (int i = 0; i < count; i++) {
            normalized[i] = (float) ((samples[i] - mean) / deviation);
        }
        return normalized;
    }
}
