package dev.bascule.fallback.protocol;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.RunnerEnd;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's end of a runner: turns calls into messages and messages into replies. */
final class RemoteRunner implements Runner {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteRunner.class);

    /** A runner that gave up in time still has to say so. */
    private static final Duration ANSWER_GRACE = Duration.ofSeconds(5);

    private final String name;
    private final AssetLocator locator;
    private final Duration grace;
    private final CompletableFuture<Runner> joined;
    private final ReliableLink link = new ReliableLink();
    private final Inbox inbox;
    private volatile Optional<Capabilities> capabilities = Optional.empty();
    private volatile Optional<RunnerEnd> gone = Optional.empty();
    private volatile Optional<String> token = Optional.empty();
    private volatile long disconnectedAt;
    private volatile Runnable onClose = () -> {};
    private volatile String phase = "join";
    private int memoryRequests;

    RemoteRunner(
            String name, AssetLocator locator, Duration grace, CompletableFuture<Runner> joined, MessageBudget budget) {
        this.name = name;
        this.locator = locator;
        this.grace = grace;
        this.joined = joined;
        this.inbox = new Inbox(budget.share(reason -> gone("protocol error: " + reason)));
    }

    void onClose(Runnable action) {
        onClose = action;
    }

    void bind(String usedToken) {
        token = Optional.of(usedToken);
    }

    boolean isOf(String shown) {
        return token.equals(Optional.of(shown));
    }

    void connected(FrameChannel channel, String session, long seenByPeer) {
        channel.send(
                FrameCodec.encode(new Envelope(0, link.received(), new Message.Welcome(session, link.received()))));
        link.attach(channel, seenByPeer);
    }

    void disconnected(FrameChannel channel, String reason) {
        // First the time: a waiting call that sees the closed link counts the grace from here.
        disconnectedAt = System.nanoTime();
        link.detach(channel);
        LOG.debug("{} disconnected: {}", name, reason);
        inbox.wake();
    }

    void gone(String reason) {
        gone(RunnerEnd.unexplained(reason));
    }

    void gone(RunnerEnd end) {
        if (gone.isEmpty()) {
            gone = Optional.of(end);
        }
        inbox.close();
        link.close(end.reason());
        inbox.wake();
        joined.completeExceptionally(new BasculeException(end.code(), name + " never joined: " + end.reason()));
    }

    boolean isGone() {
        return gone.isPresent();
    }

    void receive(Frame frame) throws ProtocolException {
        Optional<Packet> packet = link.receive(frame);
        if (packet.isEmpty()) {
            return;
        }
        Packet arrived = packet.get();
        if (arrived instanceof Message.Capable capable) {
            capabilities = Optional.of(CapabilityWire.capabilities(capable));
            joined.complete(this);
        } else if (arrived instanceof Message.Log log) {
            LOG.debug("{} [{}] {}", name, log.level(), log.text());
        } else if (arrived instanceof Message.Bye bye) {
            gone("it left: " + bye.reason());
        } else if (arrived instanceof Packet.OfJob answer) {
            inbox.put(answer, MessageBudget.bytes(frame));
        } else if (!(arrived instanceof Message.Pong)) {
            throw new ProtocolException("a message that no runner sends: "
                    + arrived.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        }
    }

    @Override
    public Capabilities probe() {
        return capabilities.orElseThrow(
                () -> new BasculeException(ErrorCode.PROTOCOL_VIOLATION, name + " has not said what it can do"));
    }

    @Override
    public Reply<RunnerSession> open(Job job, Duration timeout) {
        phase = "fetch";
        inbox.begin(job.id());
        // Before anything is sent: the host's clock must hold all that the runner times.
        RemoteSession session = new RemoteSession(this, job);
        job.feeds().inputs().forEach((input, tensors) -> {
            for (int step = 0; step < tensors.size(); step++) {
                link.send(new Packet.TensorPacket(job.id(), "input", input, step, 0, tensors.get(step)));
            }
        });
        try (AssetLeases leases = lend()) {
            link.send(Wire.execute(job, leases.locate(job.model())));
            Reply<RunnerSession> reply = session.awaitReady(timeout);
            if (reply instanceof Reply.Failed<RunnerSession>) {
                end(job.id());
            }
            return reply;
        }
    }

    @Override
    public Reply<PipelineOutput> prepare(PipelineRequest request, Duration timeout) {
        phase = "preprocess";
        inbox.begin(request.job());
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try (AssetLeases leases = lend()) {
            link.send(Wire.prepare(request, leases));
            return await(request.job(), timeout, packet -> {
                if (packet instanceof Packet.TensorPacket tensor) {
                    tensors.put(tensor.name(), tensor.tensor());
                }
                return packet instanceof Message.Result result
                        ? Optional.of(new PipelineOutput(
                                tensors,
                                Wire.millis(result.phases().preprocessMs().orElse(0.0)),
                                Wire.facts(result.facts().orElse(Map.of()))))
                        : Optional.empty();
            });
        } finally {
            end(request.job());
        }
    }

    @Override
    public Reply<PackEnd> pack(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        phase = "pack";
        inbox.begin(request.id());
        try (AssetLeases leases = lend()) {
            link.send(Wire.pack(request, leases.locate(request.pack())));
            return replies(request, replies, silence);
        } finally {
            end(request.id());
        }
    }

    private Reply<PackEnd> replies(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        while (true) {
            Reply<Optional<PackEnd>> next = this.<Packet>await(
                            request.id(),
                            silence,
                            packet -> packet instanceof Packet.CasePacket
                                            || packet instanceof Message.Result
                                            || packet instanceof Message.Progress
                                    ? Optional.of(packet)
                                    : Optional.empty())
                    .map(packet -> {
                        if (packet instanceof Packet.CasePacket ended) {
                            replies.accept(ended.reply());
                        }
                        return packet instanceof Message.Result result
                                ? Optional.of(Wire.packEnd(result))
                                : Optional.empty();
                    });
            if (next.failed().isPresent() && gone.isEmpty()) {
                // Nobody waits for the rest any more.
                link.send(new Message.Cancel(request.id()));
            }
            Optional<Reply<PackEnd>> over = over(next);
            if (over.isPresent()) {
                return over.get();
            }
        }
    }

    @Override
    public Reply<Map<String, String>> kernels(
            KernelRequest request, Consumer<KernelReading> readings, Duration silence) {
        phase = "profile";
        inbox.begin(request.id());
        try {
            link.send(Wire.kernels(request));
            return readings(request, readings, silence);
        } finally {
            end(request.id());
        }
    }

    private Reply<Map<String, String>> readings(
            KernelRequest request, Consumer<KernelReading> readings, Duration silence) {
        while (true) {
            Reply<Optional<Map<String, String>>> next = this.<Packet>await(
                            request.id(),
                            silence,
                            packet -> packet instanceof Message.Reading || packet instanceof Message.Result
                                    ? Optional.of(packet)
                                    : Optional.empty())
                    .map(packet -> {
                        if (packet instanceof Message.Reading reading) {
                            readings.accept(Wire.reading(reading));
                        }
                        return packet instanceof Message.Result result
                                ? Optional.of(Wire.facts(result.facts().orElse(Map.of())))
                                : Optional.empty();
                    });
            Optional<Reply<Map<String, String>>> over = over(next);
            if (over.isPresent()) {
                return over.get();
            }
        }
    }

    /** What ends a row of answers: its last one, or a fault. */
    private static <T> Optional<Reply<T>> over(Reply<Optional<T>> next) {
        return next.fold(last -> last.map(Reply.Ok::new), fault -> Optional.of(new Reply.Failed<>(fault)));
    }

    @Override
    public Reply<PageMemory> memory(Duration timeout) {
        String request = "memory-" + ++memoryRequests;
        inbox.begin(request);
        try {
            link.send(new Message.MemoryRequest(request, timeout.toNanos() / 1e6));
            return await(
                    request,
                    timeout.plus(ANSWER_GRACE),
                    packet -> packet instanceof Message.MemoryReport report
                            ? Optional.of(Wire.pageMemory(report))
                            : Optional.empty());
        } finally {
            end(request);
        }
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return Optional.of(link.traffic());
    }

    AssetLeases lend() {
        return new AssetLeases(locator);
    }

    void send(Packet packet) {
        link.send(packet);
    }

    /** Nobody waits for anything of this job any more. */
    void end(String job) {
        inbox.end(job);
    }

    /** Takes a packet of the awaited job; answers when the wait is over. */
    @FunctionalInterface
    interface Step<T> {
        Optional<T> take(Packet packet);
    }

    /** Waits for a job's packets until the step answers, the job fails, the runner is gone or time is up. */
    <T> Reply<T> await(String job, Duration timeout, Step<T> step) {
        try (Inbox.Reading reading = inbox.read(job)) {
            return await(reading, timeout, step);
        }
    }

    private <T> Reply<T> await(Inbox.Reading reading, Duration timeout, Step<T> step) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            if (gone.isPresent()) {
                return new Reply.Failed<>(new Fault.Lost(phase, gone.get()));
            }
            long now = System.nanoTime();
            long wait = deadline - now;
            if (!link.isConnected()) {
                long graceLeft = disconnectedAt + grace.toNanos() - now;
                if (graceLeft <= 0 && inbox.isEmpty()) {
                    gone("its connection closed and it did not come back");
                    continue;
                }
                wait = Math.min(wait, graceLeft);
            }
            if (deadline - now <= 0) {
                return arrived(reading, step).orElseGet(() -> new Reply.Failed<>(new Fault.TimedOut(phase, timeout)));
            }
            try {
                Optional<Reply<T>> reply = take(reading.poll(Math.max(wait, 1)), step);
                if (reply.isPresent()) {
                    return reply.get();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Reply.Failed<>(new Fault.Lost(phase, "interrupted"));
            }
        }
    }

    /** Of what lies here when time is up: a host that was held up must not take its own silence for the runner's. */
    private <T> Optional<Reply<T>> arrived(Inbox.Reading reading, Step<T> step) {
        for (int left = inbox.size(); left > 0; left--) {
            Optional<Reply<T>> reply = take(reading.poll(), step);
            if (reply.isPresent()) {
                return reply;
            }
        }
        return Optional.empty();
    }

    private <T> Optional<Reply<T>> take(Optional<? extends Packet> next, Step<T> step) {
        if (next.isEmpty()) {
            return Optional.empty();
        }
        Packet packet = next.get();
        if (packet instanceof Message.Progress progress) {
            phase = progress.phase();
        }
        if (packet instanceof Message.Result result && !result.status().equals("ok")) {
            return Optional.of(new Reply.Failed<>(Wire.refused(result)));
        }
        return step.take(packet).map(Reply.Ok::new);
    }

    @Override
    public void close() {
        if (gone.isEmpty()) {
            link.send(new Message.Bye("the host is done"));
        }
        gone("closed");
        onClose.run();
    }

    @Override
    public String toString() {
        return name;
    }
}
