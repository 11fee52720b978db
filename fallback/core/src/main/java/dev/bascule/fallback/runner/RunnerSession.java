package dev.bascule.fallback.runner;

import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** An open session of a {@link Runner}: its model is loaded and has run once. Belongs to its runner's thread. */
public interface RunnerSession {

    /** The outputs of the first inference of every step. */
    Outputs firstOutputs();

    /** Whether it answers the challenges of a block; a runner of an earlier build of the protocol does not. */
    default boolean takesChallenges() {
        return false;
    }

    /** Runs a block of timed iterations. */
    Reply<Block> measure(BlockRequest request, Duration timeout);

    /** What speaks against the times that its blocks and steps told, all in all; empty where nothing does. */
    default Optional<String> doubt() {
        return Optional.empty();
    }

    /**
     * Runs the model once on inputs of the moment, and brings its outputs. A model that refuses them ends the session.
     *
     * @param inputs all of the model's inputs, of the shapes that the session was opened with; in a native child those that the
     *     job carries may be left out, and take the outputs of the inference before
     * @param timeout for all of it
     */
    default Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "infer", "UnsupportedError", "this runner takes no inputs one by one", Optional.empty(), Phases.NONE));
    }

    /** Whether it goes on from a state that it keeps; a runner of an earlier build of the protocol does not. */
    default boolean takesSteps() {
        return false;
    }

    /**
     * Runs steps one after another, each on the state that the one before left: where the job's settings ask for it, that stays on the device. A
     * model that refuses them ends the session.
     *
     * @param timeout for all of it
     */
    default Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "advance", "UnsupportedError", "this runner keeps no state", Optional.empty(), Phases.NONE));
    }

    /**
     * Plays audio into the model in real time. A runner without real-time audio refuses; the session stays open either way.
     *
     * @param timeout for all of it, the audio's own length included
     */
    default Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "stream", "UnsupportedError", "this runner has no real-time audio", Optional.empty(), Phases.NONE));
    }

    /** Whether it measures the way from a file to the outputs; a runner of an earlier build of the protocol does not. */
    default boolean takesEndToEnd() {
        return false;
    }

    /**
     * Runs the input pipeline and the model after it, as a user of the model would, again and again. A pipeline that fails is a
     * refusal; the session stays open then.
     *
     * @param timeout for all of it
     */
    default Reply<EndToEndReply> endToEnd(EndToEndRequest request, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "endToEnd",
                "UnsupportedError",
                "this runner measures nothing from end to end",
                Optional.empty(),
                Phases.NONE));
    }

    /** Whether it has a media stack to take files through; a native child has none, nor a page of an earlier build of the protocol. */
    default boolean takesMedia() {
        return false;
    }

    /**
     * Takes a file one way through the browser's media stack. A way that is not there is a refusal; the session stays open.
     *
     * @param timeout for all of it
     */
    default Reply<MediaReply> media(MediaRequest request, Duration timeout) {
        return new Reply.Failed<>(new Fault.Refused(
                "media", "UnsupportedError", "this runner has no media stack", Optional.empty(), Phases.NONE));
    }

    /** Disposes of the session and reads the evidence. The session is of no use afterwards. */
    Reply<SessionEnd> finish(Duration timeout);
}
