package dev.bascule.suites.scenario;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.ModelArtifact;

/** What a case takes of a sound in real time. */
public sealed interface StreamInput {

    /**
     * A sound, frame by frame.
     *
     * @param audio the file
     * @param sampleRate the model's, in Hz
     * @param frameSamples samples of one frame
     * @param input the model's input that takes them
     */
    record Sound(ModelArtifact audio, int sampleRate, int frameSamples, String input) implements StreamInput {}

    /** Nothing, and why. */
    record None(Failure why) implements StreamInput {}
}
