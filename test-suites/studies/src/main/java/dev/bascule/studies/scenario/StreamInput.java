package dev.bascule.studies.scenario;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.StreamRequest;
import java.time.Duration;

/** What a case takes of a sound in real time. */
public sealed interface StreamInput {

    /**
     * A sound, frame by frame.
     *
     * @param audio the file
     * @param sampleRate the model's, in Hz
     * @param frameSamples samples of one frame
     * @param contextSamples samples of the frame before in front of each
     * @param input the model's input that takes them
     */
    record Sound(ModelArtifact audio, int sampleRate, int frameSamples, int contextSamples, String input)
            implements StreamInput {

        /** To be played in real time. */
        StreamRequest request(Duration length) {
            return StreamRequest.realTime(audio, sampleRate, frameSamples, input, length)
                    .withContext(contextSamples);
        }
    }

    /** Nothing, and why. */
    record None(Failure why) implements StreamInput {}
}
