package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A job that goes from its beginning to its end without being told anything on the way, but to stop. Whatever it throws, an
 * OutOfMemoryError too, is its own failure and not the runner's.
 */
abstract class OneShotJob implements RunnerJob {
    private final String id;
    private final String kind;
    private final MessageSink sink;
    private final LongSupplier nanos;
    private final PhaseClock phases;
    private volatile boolean cancelled;

    /**
     * @param kind the job's, as a log names it
     * @param nanos a clock in nanoseconds, from any beginning
     */
    OneShotJob(String id, String kind, MessageSink sink, LongSupplier nanos) {
        this.id = id;
        this.kind = kind;
        this.sink = sink;
        this.nanos = nanos;
        this.phases = new PhaseClock(id, sink, nanos);
    }

    /** Does it all, up to the result's message. */
    abstract void work() throws RefusedException, IOException, CancelledException;

    /** What the result tells beside its status. */
    Optional<Map<String, JsonNode>> facts() {
        return Optional.empty();
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final void measure(Message.Measure command, List<TensorPacket> challenges) {
        ignore("measure");
    }

    @Override
    public final void infer(Message.Infer command, List<TensorPacket> inputs) {
        ignore("infer");
    }

    @Override
    public final void advance(Message.Advance command, List<TensorPacket> inputs) {
        ignore("advance");
    }

    @Override
    public final void endToEnd(Message.EndToEnd command) {
        ignore("endToEnd");
    }

    @Override
    public final void finish() {
        ignore("finish");
    }

    private void ignore(String command) {
        sink.send(new Message.Log("warn", "%s means nothing to the %s job %s".formatted(command, kind, id)));
    }

    @Override
    public final void cancel() {
        cancelled = true;
    }

    @Override
    public final void run() {
        String status = "ok";
        Optional<Message.ErrorInfo> error = Optional.empty();
        try {
            work();
        } catch (CancelledException e) {
            status = "cancelled";
        } catch (RefusedException | IOException | RuntimeException | Error e) {
            status = "failed";
            error = Optional.of(RawError.of(phases.phase(), e));
        }
        sink.send(new Message.Result(
                id, status, phases.times(), Optional.empty(), error, Optional.empty(), Optional.empty(), facts()));
    }

    final MessageSink sink() {
        return sink;
    }

    final LongSupplier nanos() {
        return nanos;
    }

    final PhaseClock phases() {
        return phases;
    }

    final boolean isCancelled() {
        return cancelled;
    }

    /** Ends the work where the host has asked for that. */
    final void stopIfCancelled() throws CancelledException {
        if (cancelled) {
            throw new CancelledException();
        }
    }
}
