package dev.bascule.studies.scenario;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.StreamRequest;
import java.time.Duration;
import java.util.function.Function;

/** What a case takes of a sound in real time. */
public sealed interface StreamInput {
    /** What either case comes to. */
    <R> R fold(Function<? super Sound, ? extends R> whenSound, Function<? super Failure, ? extends R> whenNone);

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

        @Override
        public <R> R fold(
                Function<? super Sound, ? extends R> whenSound, Function<? super Failure, ? extends R> whenNone) {
            return whenSound.apply(this);
        }
    }

    /** Nothing, and why. */
    record None(Failure why) implements StreamInput {
        @Override
        public <R> R fold(
                Function<? super Sound, ? extends R> whenSound, Function<? super Failure, ? extends R> whenNone) {
            return whenNone.apply(why);
        }
    }
}
