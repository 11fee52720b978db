package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;

/** Anything the protocol carries: a JSON {@link Message}, or one of the three with a binary payload. */
public sealed interface Packet permits Message, Packet.OfJob {

    /** What belongs to one job, and waits for whoever waits for that. */
    sealed interface OfJob extends Packet permits TensorPacket, SamplesPacket, CasePacket, Message.Answer {
        String job();
    }

    /**
     * A tensor.
     *
     * @param job the job it belongs to
     * @param role {@code input}, {@code output}, {@code prepared}, {@code challenge} or {@code state}
     * @param name the model's input or output
     * @param step which step of a model that is fed frame by frame, or of a request to advance
     * @param iteration for outputs, the first iteration that gave these bytes; of a challenge or a request, its number
     * @param tensor the value
     */
    record TensorPacket(String job, String role, String name, int step, int iteration, Tensor tensor)
            implements OfJob {}

    /** Raw timings of a block, in order. */
    record SamplesPacket(String job, int block, Samples samples) implements OfJob {}

    /** One case of a pack has ended. */
    record CasePacket(String job, CaseReply reply) implements OfJob {}
}
