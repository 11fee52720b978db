package dev.bascule.fallback.protocol;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.CaseReply;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.KernelReading;
import dev.bascule.fallback.runner.KernelRequest;
import dev.bascule.fallback.runner.PackEnd;
import dev.bascule.fallback.runner.PackRequest;
import dev.bascule.fallback.runner.PageMemory;
import dev.bascule.fallback.runner.PipelineRequest;
import dev.bascule.fallback.runner.Prepared;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.text.PlainText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's end of a runner: turns calls into messages and messages into replies. */
final class RemoteRunner implements Runner {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteRunner.class);

    /** A runner that gave up in time still has to say so. */
    private static final Duration ANSWER_GRACE = Duration.ofSeconds(5);

    /** Of tensors for one answer: half of what there is, so that one runner does not take the process down. */
    private static final long USUAL_BUDGET = Runtime.getRuntime().maxMemory() / 2;

    private final String name;
    private final AssetLocator locator;
    private final Duration grace;
    private final CompletableFuture<Runner> joined;
    private final ReliableLink link = new ReliableLink();
    private final long budget;
    /** Bytes of tensors that came since the last answer was begun to be waited for. */
    private final AtomicLong held = new AtomicLong();
    /** All that was ever asked: late packets of what was given up are no offence. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile Optional<Capabilities> capabilities = Optional.empty();
    private volatile Optional<String> gone = Optional.empty();
    private volatile Optional<String> token = Optional.empty();
    private volatile long disconnectedAt;
    private volatile Runnable onClose = () -> {};
    private volatile String phase = "join";
    private int memoryRequests;

    /** What the transport's thread hands to the runner's thread. */
    sealed interface Event {
        record Arrived(Packet packet) implements Event {}

        /** Something changed that a waiting call must look at. */
        record Woken() implements Event {}
    }

    RemoteRunner(String name, AssetLocator locator, Duration grace, CompletableFuture<Runner> joined) {
        this(name, locator, grace, joined, USUAL_BUDGET);
    }

    /** @param budget bytes of tensors that one answer may have */
    RemoteRunner(String name, AssetLocator locator, Duration grace, CompletableFuture<Runner> joined, long budget) {
        this.budget = budget;
        this.name = name;
        this.locator = locator;
        this.grace = grace;
        this.joined = joined;
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
        events.add(new Event.Woken());
    }

    void gone(String reason) {
        if (gone.isEmpty()) {
            gone = Optional.of(reason);
        }
        link.close(reason);
        events.add(new Event.Woken());
        joined.completeExceptionally(new BasculeException(ErrorCode.RUNNER_CRASHED, name + " never joined: " + reason));
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
        } else if (!(arrived instanceof Message.Pong)) {
            refuseUnasked(arrived);
            events.add(new Event.Arrived(arrived));
        }
    }

    /** What nobody waits for would lie here for ever. */
    private void refuseUnasked(Packet packet) throws ProtocolException {
        String job = Wire.jobOf(packet);
        if (!asked.contains(job)) {
            throw new ProtocolException("a packet of a job that nobody asked for, '%s'".formatted(PlainText.line(job)));
        }
        if (packet instanceof Packet.TensorPacket tensor
                && held.addAndGet(tensor.tensor().data().remaining()) > budget) {
            throw new ProtocolException("more than %d bytes of tensors for one answer".formatted(budget));
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
        asked.add(job.id());
        // Before anything is sent: the host's clock must hold all that the runner times.
        RemoteSession session = new RemoteSession(this, job);
        job.feeds().inputs().forEach((input, tensors) -> {
            for (int step = 0; step < tensors.size(); step++) {
                link.send(new Packet.TensorPacket(job.id(), "input", input, step, 0, tensors.get(step)));
            }
        });
        try (Loans loans = lend()) {
            link.send(Wire.execute(job, loans.locate(job.model())));
            return session.awaitReady(timeout);
        }
    }

    @Override
    public Reply<Prepared> prepare(PipelineRequest request, Duration timeout) {
        phase = "preprocess";
        asked.add(request.job());
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        try (Loans loans = lend()) {
            link.send(Wire.prepare(request, loans));
            return await(request.job(), timeout, packet -> {
                if (packet instanceof Packet.TensorPacket tensor) {
                    tensors.put(tensor.name(), tensor.tensor());
                }
                return packet instanceof Message.Result result
                        ? Optional.of(new Prepared(
                                tensors,
                                Wire.millis(result.phases().preprocessMs().orElse(0.0)),
                                Wire.facts(result.facts().orElse(Map.of()))))
                        : Optional.empty();
            });
        }
    }

    @Override
    public Reply<PackEnd> pack(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        phase = "pack";
        asked.add(request.id());
        try (Loans loans = lend()) {
            link.send(Wire.pack(request, loans.locate(request.pack())));
            return replies(request, replies, silence);
        }
    }

    private Reply<PackEnd> replies(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        while (true) {
            Reply<Packet> next = await(
                    request.id(),
                    silence,
                    packet -> packet instanceof Packet.CasePacket
                                    || packet instanceof Message.Result
                                    || packet instanceof Message.Progress
                            ? Optional.of(packet)
                            : Optional.empty());
            if (next instanceof Reply.Failed<Packet> failed) {
                if (gone.isEmpty()) {
                    // Nobody waits for the rest any more.
                    link.send(new Message.Cancel(request.id()));
                }
                return new Reply.Failed<>(failed.fault());
            }
            Packet packet = ((Reply.Ok<Packet>) next).value();
            if (packet instanceof Packet.CasePacket ended) {
                replies.accept(ended.reply());
            } else if (packet instanceof Message.Result result) {
                return new Reply.Ok<>(Wire.packEnd(result));
            }
        }
    }

    @Override
    public Reply<Map<String, String>> kernels(
            KernelRequest request, Consumer<KernelReading> readings, Duration silence) {
        phase = "profile";
        asked.add(request.id());
        link.send(Wire.kernels(request));
        while (true) {
            Reply<Packet> next = await(
                    request.id(),
                    silence,
                    packet -> packet instanceof Message.Reading || packet instanceof Message.Result
                            ? Optional.of(packet)
                            : Optional.empty());
            if (next instanceof Reply.Failed<Packet> failed) {
                return new Reply.Failed<>(failed.fault());
            }
            Packet packet = ((Reply.Ok<Packet>) next).value();
            if (packet instanceof Message.Reading reading) {
                readings.accept(Wire.reading(reading));
            } else if (packet instanceof Message.Result result) {
                return new Reply.Ok<>(Wire.facts(result.facts().orElse(Map.of())));
            }
        }
    }

    @Override
    public Reply<PageMemory> memory(Duration timeout) {
        String request = "memory-" + ++memoryRequests;
        asked.add(request);
        link.send(new Message.MemoryRequest(request, timeout.toNanos() / 1e6));
        return await(
                request,
                timeout.plus(ANSWER_GRACE),
                packet -> packet instanceof Message.MemoryReport report
                        ? Optional.of(Wire.pageMemory(report))
                        : Optional.empty());
    }

    Loans lend() {
        return new Loans(locator);
    }

    void send(Packet packet) {
        link.send(packet);
    }

    /** Takes a packet of the awaited job; answers when the wait is over. */
    @FunctionalInterface
    interface Step<T> {
        Optional<T> take(Packet packet);
    }

    /** Waits for a job's packets until the step answers, the job fails, the runner is gone or time is up. */
    <T> Reply<T> await(String job, Duration timeout, Step<T> step) {
        held.set(0);
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            if (gone.isPresent()) {
                return new Reply.Failed<>(new Fault.Lost(phase, gone.get()));
            }
            long now = System.nanoTime();
            long wait = deadline - now;
            if (!link.isConnected()) {
                long graceLeft = disconnectedAt + grace.toNanos() - now;
                if (graceLeft <= 0 && events.isEmpty()) {
                    gone("its connection closed and it did not come back");
                    continue;
                }
                wait = Math.min(wait, graceLeft);
            }
            if (deadline - now <= 0) {
                return arrived(job, step).orElseGet(() -> new Reply.Failed<>(new Fault.TimedOut(phase, timeout)));
            }
            try {
                Optional<Reply<T>> reply = take(events.poll(Math.max(wait, 1), TimeUnit.NANOSECONDS), job, step);
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
    private <T> Optional<Reply<T>> arrived(String job, Step<T> step) {
        for (int left = events.size(); left > 0; left--) {
            Optional<Reply<T>> reply = take(events.poll(), job, step);
            if (reply.isPresent()) {
                return reply;
            }
        }
        return Optional.empty();
    }

    private <T> Optional<Reply<T>> take(@Nullable Event event, String job, Step<T> step) {
        if (!(event instanceof Event.Arrived arrived)
                || !Wire.jobOf(arrived.packet()).equals(job)) {
            return Optional.empty();
        }
        if (arrived.packet() instanceof Message.Progress progress) {
            phase = progress.phase();
        }
        if (arrived.packet() instanceof Message.Result result
                && !result.status().equals("ok")) {
            return Optional.of(new Reply.Failed<>(Wire.refused(result)));
        }
        return step.take(arrived.packet()).map(Reply.Ok::new);
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
