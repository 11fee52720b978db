package dev.bascule.fallback.runner;

import java.time.Duration;

/** An open session of a {@link Runner}: its model is loaded and has run once. Belongs to its runner's thread. */
public interface RunnerSession {

    /** The outputs of the first inference of every step. */
    Outputs firstOutputs();

    /** Runs a block of timed iterations. */
    Reply<Block> measure(BlockRequest request, Duration timeout);

    /** Disposes of the session and reads the evidence. The session is of no use afterwards. */
    Reply<Closing> finish(Duration timeout);
}
