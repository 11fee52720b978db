package dev.bascule.fallback.job;

import java.time.Duration;

/**
 * Audio to be played into an open session in real time, frame by frame.
 *
 * @param audio the file: WAV, or whatever the browser decodes
 * @param sampleRate the model's, in Hz; the audio is resampled to it
 * @param frameSamples samples of one frame
 * @param input the input that takes the frame, in the shape of its tensor of step 0; carried inputs take the last frame's
 *     outputs, as from step to step
 * @param length how much audio, at {@code sampleRate}; the file starts over where it is shorter
 * @param queueFrames how many frames may wait for the model; one more is dropped
 * @param speed 1 is real time; 2 gives the same frames twice as fast
 * @param contextSamples samples of the frame before that the input has in front of each frame, zeros before the first; at
 *     most {@code frameSamples}
 * @param offline render as fast as the browser can and drop nothing: not real time, for a browser without an audio device
 */
public record StreamRequest(
        ModelArtifact audio,
        int sampleRate,
        int frameSamples,
        String input,
        Duration length,
        int queueFrames,
        double speed,
        boolean offline,
        int contextSamples) {

    public StreamRequest {
        if (sampleRate <= 0 || frameSamples <= 0 || queueFrames <= 0 || !(speed > 0) || length.isNegative()) {
            throw new IllegalArgumentException("a stream has a rate, frames, a queue, a speed and a length");
        }
        if (contextSamples < 0 || contextSamples > frameSamples) {
            throw new IllegalArgumentException("a frame's context comes from the one frame before it");
        }
    }

    /** Each frame alone. */
    public StreamRequest(
            ModelArtifact audio,
            int sampleRate,
            int frameSamples,
            String input,
            Duration length,
            int queueFrames,
            double speed,
            boolean offline) {
        this(audio, sampleRate, frameSamples, input, length, queueFrames, speed, offline, 0);
    }

    /** In real time; eight frames may wait. */
    public static StreamRequest realTime(
            ModelArtifact audio, int sampleRate, int frameSamples, String input, Duration length) {
        return new StreamRequest(audio, sampleRate, frameSamples, input, length, 8, 1, false);
    }

    public StreamRequest atSpeed(double faster) {
        return new StreamRequest(
                audio, sampleRate, frameSamples, input, length, queueFrames, faster, offline, contextSamples);
    }

    /** With so many samples of the frame before in front of each. */
    public StreamRequest withContext(int samples) {
        return new StreamRequest(audio, sampleRate, frameSamples, input, length, queueFrames, speed, offline, samples);
    }

    /** Time from one frame to the next, as they are played. */
    public Duration frame() {
        return Duration.ofNanos(Math.round(frameSamples * 1e9 / (sampleRate * speed)));
    }
}
