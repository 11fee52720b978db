package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.nativerunner.engine.InferenceEngine;
import dev.bascule.nativerunner.engine.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * Many small cases, each executed once in a session of its own and answered as it ends; whatever a case throws is that
 * case's failure. They run one after the other in the order asked for, however many workers the host allows: two threads
 * took more CPU time for the same cases and were no faster on two cores, and with one it is certain which case was at
 * work when native code kills the process. A case that outstays its limit is stopped where the engine looks up from its
 * work, between nodes; a kernel that never ends is the host's to kill, and the process with it.
 */
public final class PackJob implements Job {
    private final Message.Pack request;
    private final InferenceEngine engine;
    private final Path scratch;
    private final Outlet outlet;
    private final LongSupplier nanos;
    private final PhaseClock phases;
    private volatile boolean cancelled;

    /**
     * @param scratch a folder for short-lived files
     * @param nanos a clock in nanoseconds, from any beginning
     */
    public PackJob(Message.Pack request, InferenceEngine engine, Path scratch, Outlet outlet, LongSupplier nanos) {
        this.request = request;
        this.engine = engine;
        this.scratch = scratch;
        this.outlet = outlet;
        this.nanos = nanos;
        this.phases = new PhaseClock(request.job(), outlet, nanos);
    }

    @Override
    public String id() {
        return request.job();
    }

    @Override
    public void measure(Message.Measure command) {
        outlet.send(new Message.Log("warn", "measure means nothing to the pack job " + id()));
    }

    @Override
    public void finish() {
        outlet.send(new Message.Log("warn", "finish means nothing to the pack job " + id()));
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    @Override
    public void run() {
        String status = "ok";
        Optional<Message.ErrorInfo> error = Optional.empty();
        try {
            work(fetch());
            if (cancelled) {
                status = "cancelled";
            }
        } catch (RefusedException | IOException | RuntimeException | Error e) {
            status = "failed";
            error = Optional.of(RawError.of(phases.phase(), e));
        }
        Map<String, JsonNode> facts = Map.of("engines", JsonNodeFactory.instance.numberNode(1));
        outlet.send(new Message.Result(
                id(),
                status,
                phases.times(),
                Optional.empty(),
                error,
                Optional.empty(),
                Optional.empty(),
                Optional.of(facts)));
    }

    private Pack fetch() throws RefusedException, IOException {
        phases.enter("fetch");
        FileFetch fetched = FileFetch.of(request.pack().url(), request.pack().sha256(), nanos);
        phases.fetched(fetched.millis());
        return Pack.read(ByteBuffer.wrap(Files.readAllBytes(fetched.file())));
    }

    private void work(Pack pack) {
        phases.enter("pack");
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "bascule-native-watch");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CaseExecution execution = new CaseExecution(pack, request, engine, scratch, nanos, watch);
            for (int index : request.cases()) {
                if (cancelled) {
                    return;
                }
                outlet.send(new Packet.CasePacket(id(), execution.of(index)));
            }
        } finally {
            watch.shutdownNow();
        }
    }
}
