package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What came of a stream, with every raw sample.
 *
 * @param frames how many frames the audio thread cut
 * @param dropped how many of them found the queue full
 * @param audio how long the frames cut are, in the time they were played in
 * @param processing the sum of the inference times
 * @param latency for each processed frame, from its last sample leaving the audio thread to its outputs on the CPU
 * @param inference for each processed frame, from the call to its outputs on the CPU
 * @param processedFrames the numbers, from 0, of the frames processed, in order
 * @param pcm float32 [frames, frameSamples]: every frame cut, dropped ones too and without context, so that the
 *     same frames can be run again
 * @param outputs by output name: the processed frames' values, processed frames first dimension
 * @param facts of the audio: {@code context}, {@code sampleRate}, {@code codec}, {@code stampStepMs} ...
 */
public record StreamReport(
        int frames,
        int dropped,
        Duration audio,
        Duration processing,
        Samples latency,
        Samples inference,
        List<Integer> processedFrames,
        Tensor pcm,
        Map<String, Tensor> outputs,
        Map<String, String> facts) {

    public StreamReport {
        processedFrames = List.copyOf(processedFrames);
        outputs = Map.copyOf(outputs);
        facts = Map.copyOf(facts);
    }

    public int processed() {
        return processedFrames.size();
    }

    /** Processing time over the audio's time, of the frames processed: below 1 the model keeps up. NaN without frames. */
    public double realTimeFactor() {
        double share = frames == 0 ? Double.NaN : (double) processed() / frames;
        return processing.toNanos() / (audio.toNanos() * share);
    }
}
