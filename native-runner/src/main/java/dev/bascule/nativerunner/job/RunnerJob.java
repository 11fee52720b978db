package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import java.util.List;

/** A job that the runner is at. {@link #run} belongs to the job thread, the rest may be called from any. */
public interface RunnerJob {

    String id();

    /** Never throws: every end is a {@code result}. */
    void run();

    /** @param challenges the tensors of its challenges, which came before the command */
    void measure(Message.Measure command, List<TensorPacket> challenges);

    /** @param inputs the tensors that came before the command */
    void infer(Message.Infer command, List<TensorPacket> inputs);

    /** @param inputs the tensors that came before the command */
    void advance(Message.Advance command, List<TensorPacket> inputs);

    void endToEnd(Message.EndToEnd command);

    void finish();

    /** Ends it as soon as the engine lets go: a native call cannot be interrupted. */
    void cancel();
}
