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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Many small cases, each executed once in a session of its own and answered as it ends; whatever a case throws is that
 * case's failure. Cases are begun in the order in which they were asked for. On the CPU several threads take the next
 * case each, where the host asks for several workers; a device is left to one at a time.
 */
public final class PackJob implements Job {
    private final Message.Pack request;
    private final InferenceEngine engine;
    private final Path scratch;
    private final Outlet outlet;
    private final LongSupplier nanos;
    private final PhaseClock phases;
    private final AtomicInteger next = new AtomicInteger();
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
        int engines = workers();
        try {
            work(fetch(), engines);
            if (cancelled) {
                status = "cancelled";
            }
        } catch (RefusedException | IOException | RuntimeException | Error e) {
            status = "failed";
            error = Optional.of(RawError.of(phases.phase(), e));
        }
        Map<String, JsonNode> facts = Map.of("engines", JsonNodeFactory.instance.numberNode(engines));
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

    private int workers() {
        boolean one = request.alone() || !request.backend().equals("cpu");
        return one ? 1 : Math.max(1, Math.min(request.workers(), request.cases().size()));
    }

    private void work(Pack pack, int workers) {
        phases.enter("pack");
        CaseExecution execution = new CaseExecution(pack, request, engine, scratch, nanos);
        List<Thread> helpers = new ArrayList<>();
        for (int i = 1; i < workers; i++) {
            Thread helper = new Thread(() -> takeCases(execution), "bascule-native-pack-" + i);
            helpers.add(helper);
            helper.start();
        }
        takeCases(execution);
        for (Thread helper : helpers) {
            try {
                helper.join();
            } catch (InterruptedException e) {
                cancelled = true;
                Thread.currentThread().interrupt();
            }
        }
    }

    private void takeCases(CaseExecution execution) {
        int at = next.getAndIncrement();
        while (!cancelled && at < request.cases().size()) {
            outlet.send(new Packet.CasePacket(id(), execution.of(request.cases().get(at))));
            at = next.getAndIncrement();
        }
    }
}
