package dev.bascule.fallback.runner;

import java.time.Duration;
import java.util.Optional;

/** An open session of a {@link Runner}: its model is loaded and has run once. Belongs to its runner's thread. */
public interface RunnerSession {

    /** The outputs of the first inference of every step. */
    Outputs firstOutputs();

    /** Runs a block of timed iterations. */
    Reply<Block> measure(BlockRequest request, Duration timeout);

    /**
     * Plays audio into the model in real time. A runner without real-time audio refuses; the session stays open either way.
     *
     * @param timeout for all of it, the audio's own length included
     */
    default Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "stream", "UnsupportedError", "this runner has no real-time audio", Optional.empty(), Phases.NONE));
    }

    /** Disposes of the session and reads the evidence. The session is of no use afterwards. */
    Reply<Closing> finish(Duration timeout);
}
