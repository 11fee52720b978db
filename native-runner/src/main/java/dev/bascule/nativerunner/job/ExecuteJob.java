package dev.bascule.nativerunner.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.NodeRecord;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.protocol.KernelWire;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.Packet.TensorPacket;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.pipeline.OpenPipeline;
import dev.bascule.nativerunner.pipeline.Pipelines;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** One attempt of a model on a backend: fetch, create, first inference, blocks of iterations, dispose, evidence, result. */
public final class ExecuteJob implements RunnerJob {
    private final Message.Execute execute;
    private final List<TensorPacket> inputs;
    private final ServedBackend backend;
    private final Path scratch;
    private final MessageSink sink;
    private final LongSupplier nanos;
    private final PhaseClock phases;
    private final BlockingQueue<Command> commands = new LinkedBlockingQueue<>();
    private final Map<String, JsonNode> environment = new LinkedHashMap<>();
    private volatile boolean cancelled;
    private boolean created;
    private NodeRecord nodes = new NodeRecord(List.of(), List.of());

    private sealed interface Command {
        record Measure(Message.Measure limits, List<TensorPacket> challenges) implements Command {}

        record Infer(int number, List<TensorPacket> inputs) implements Command {}

        record Advance(Message.Advance command, List<TensorPacket> inputs) implements Command {}

        record EndToEnd(Message.EndToEnd command) implements Command {}

        record Finish() implements Command {}

        record Cancel() implements Command {}
    }

    /**
     * @param inputs the tensors that came before it
     * @param scratch a folder for short-lived files
     * @param nanos a clock in nanoseconds, from any beginning
     */
    public ExecuteJob(
            Message.Execute execute,
            List<TensorPacket> inputs,
            ServedBackend backend,
            Path scratch,
            MessageSink sink,
            LongSupplier nanos) {
        this.execute = execute;
        this.inputs = List.copyOf(inputs);
        this.backend = backend;
        this.scratch = scratch;
        this.sink = sink;
        this.nanos = nanos;
        this.phases = new PhaseClock(execute.job(), sink, nanos);
    }

    @Override
    public String id() {
        return execute.job();
    }

    @Override
    public void measure(Message.Measure command, List<TensorPacket> challenges) {
        commands.add(new Command.Measure(command, challenges));
    }

    @Override
    public void infer(Message.Infer command, List<TensorPacket> tensors) {
        commands.add(new Command.Infer(command.number(), tensors));
    }

    @Override
    public void advance(Message.Advance command, List<TensorPacket> tensors) {
        commands.add(new Command.Advance(command, tensors));
    }

    @Override
    public void endToEnd(Message.EndToEnd command) {
        commands.add(new Command.EndToEnd(command));
    }

    @Override
    public void finish() {
        commands.add(new Command.Finish());
    }

    @Override
    public void cancel() {
        cancelled = true;
        commands.add(new Command.Cancel());
    }

    @Override
    public void run() {
        ProcessMemory.reset();
        String status = "ok";
        Optional<Message.ErrorInfo> error = Optional.empty();
        try {
            attempt();
        } catch (CancelledException e) {
            status = "cancelled";
        } catch (RefusedException | RuntimeException | Error e) {
            // Whatever breaks here, an OutOfMemoryError too, is this attempt's failure and not the runner's.
            status = "failed";
            error = Optional.of(RawError.of(phases.phase(), e));
        }
        sink.send(
                new Message.Result(id(), status, phases.times(), Optional.of(evidence()), error, ProcessMemory.peak()));
    }

    private void attempt() throws RefusedException, CancelledException {
        phases.enter("fetch");
        FileFetch fetched = FileFetch.of(execute.model().url(), execute.model().sha256(), nanos);
        phases.fetched(fetched.millis());
        List<Map<String, Tensor>> steps = IterationFeeds.arrange(inputs, execute.steps());
        checkpoint();

        phases.enter("create");
        SessionSettings settings = execute.settings();
        if (settings.carryLocation().orElse(CarryLocation.CPU) != CarryLocation.CPU) {
            throw new RefusedException(
                    "UnsupportedError",
                    "a native engine's results are in the CPU's memory: nothing else can be carried");
        }
        OpenRequest request = new OpenRequest(
                execute.backend(),
                fetched.file(),
                settings,
                inputs.stream().map(TensorPacket::tensor).toList(),
                Optional.empty());
        long start = phases.now();
        DriverSession session = backend.open(request);
        phases.created(phases.millisSince(start));
        created = true;
        fact("binding", session.binding());
        fact("threads", settings.threads());
        fact("graphOptimization", settings.graphOptimization().word());
        try {
            runSession(session, steps);
        } catch (RefusedException | CancelledException | RuntimeException | Error e) {
            letGo(session, e);
            throw e;
        }
        phases.enter("dispose");
        start = phases.now();
        session.close();
        phases.disposed(phases.millisSince(start));
        if (settings.evidence()) {
            backend.deviceFacts(settings.options()).forEach(this::fact);
            explain(request, steps.get(0));
        }
    }

    private void runSession(DriverSession session, List<Map<String, Tensor>> tensors)
            throws RefusedException, CancelledException {
        phases.enter("first");
        IterationFeeds steps = new IterationFeeds(session, tensors, execute.carry());
        OutputTracker outputs = new OutputTracker(id(), execute.outputs(), sink);
        Sampler sampler = new Sampler(steps, outputs, nanos);
        CarriedInference inferences = new CarriedInference(session, tensors.get(0), steps.own(), execute.carry());
        CarriedInference stepped = new CarriedInference(session, tensors.get(0), steps.own(), execute.carry());
        Advancer advancer = new Advancer(execute, stepped, sink, nanos);
        try {
            phases.ranFirst(sampler.once() / 1e6);
            while (steps.iteration() < steps.count()) {
                checkpoint();
                sampler.once();
            }
            outputs.ship();
            phases.enter("ready");
            while (true) {
                Command command = next();
                if (command instanceof Command.Finish) {
                    return;
                }
                if (command instanceof Command.Measure measure) {
                    measure(session, sampler, outputs, measure);
                }
                if (command instanceof Command.Infer infer) {
                    infer(inferences, infer);
                }
                if (command instanceof Command.Advance advance) {
                    phases.enter("advance");
                    advancer.run(advance.command(), advance.inputs(), () -> cancelled);
                }
                if (command instanceof Command.EndToEnd endToEnd) {
                    endToEnd(session, endToEnd.command());
                }
                checkpoint();
            }
        } finally {
            steps.release();
            inferences.release();
            advancer.release();
            carried(outputs, advancer.steps(), advancer.readBytes());
        }
    }

    /** What is carried and not read never left the engine's memory, which is the CPU's: its Java binding has no other results. */
    private void carried(OutputTracker outputs, int steps, long readBytes) {
        long carried = execute.carry().values().stream()
                .distinct()
                .filter(name -> !execute.outputs().contains(name))
                .count();
        if (carried > 0 && !execute.outputs().isEmpty()) {
            fact("carriedOutputs", String.valueOf(carried));
            fact("carriedSeen", "cpu=" + carried * (outputs.iterations() + steps));
            if (steps > 0) {
                fact("carriedFed", "cpu=" + carried * steps);
            }
            fact("carriedIterations", outputs.iterations() + steps);
            fact("readBackBytes", String.valueOf(outputs.readBytes() + readBytes));
        }
    }

    private void measure(DriverSession session, Sampler sampler, OutputTracker outputs, Command.Measure command)
            throws RefusedException {
        phases.enter("measure");
        Message.Measure limits = command.limits();
        BlockChallenges challenges = new BlockChallenges(execute, session, command.challenges(), nanos);
        outputs.delivered();
        Sampler.Block block = sampler.block(
                limits,
                () -> cancelled,
                challenges.interludes(limits.challenges().orElse(List.of())));
        outputs.ship();
        List<Message.ChallengeTimes> challenged = challenges.ship(sink);
        sink.send(new Packet.SamplesPacket(id(), limits.block(), block.samples()));
        sink.send(new Message.Measured(
                id(),
                limits.block(),
                block.samples().size(),
                block.elapsedMs(),
                Optional.of(outputs.delivered()),
                Optional.of(challenged)));
    }

    /** Its outputs are sent whether they were seen before or not: they belong to inputs of their own. */
    private void infer(CarriedInference inferences, Command.Infer command) throws RefusedException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        command.inputs().forEach(input -> tensors.put(input.name(), input.tensor()));
        phases.enter("infer");
        try (CarriedInference.Ran ran = inferences.run(tensors, nanos)) {
            DriverSession.Results results = ran.results();
            for (String name : execute.outputs().isEmpty() ? results.names() : execute.outputs()) {
                sink.send(new TensorPacket(id(), "output", name, 0, command.number(), results.tensor(name)));
            }
            sink.send(new Message.Inferred(id(), command.number(), ran.millis()));
        }
    }

    /** A pipeline that fails is the measurement's failure, not the session's. */
    private void endToEnd(DriverSession session, Message.EndToEnd command) {
        phases.enter("endToEnd");
        try {
            PipelineAssets assets = PipelineAssets.fetch(command.assets(), nanos);
            try (OpenPipeline opened = Pipelines.open(command.pipeline(), assets.files(), command.text())) {
                new EndToEndMeter(command, opened, session, inputs, execute.carry(), execute.outputs(), sink, nanos)
                        .run(() -> cancelled);
            }
        } catch (RefusedException | IOException | RuntimeException e) {
            sink.send(new Message.EndToEndMeasured(
                    id(), command.number(), Map.of(), 0, 0, Optional.of(RawError.of("endToEnd", e)), Optional.empty()));
        }
    }

    private Command next() throws CancelledException {
        try {
            return commands.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        }
    }

    private void checkpoint() throws CancelledException {
        if (cancelled) {
            throw new CancelledException();
        }
    }

    /** Frees a session after a failure, which is the error that counts. */
    private static void letGo(DriverSession session, Throwable failure) {
        try {
            session.close();
        } catch (RefusedException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Its failure does not undo the attempt. */
    private void explain(OpenRequest request, Map<String, Tensor> tensors) throws CancelledException {
        checkpoint();
        phases.enter("evidence");
        try {
            nodes = backend.nodes(request, tensors, scratch);
            if (nodes.placements().isEmpty() && backend.recordsEveryNode()) {
                fact(EvidenceJudge.NODES_LEFT, "0");
            }
        } catch (RefusedException | IOException | RuntimeException e) {
            fact(EvidenceJudge.RECORD_FAILED, RawError.of("evidence", e).message());
        }
    }

    private void fact(String name, String value) {
        environment.put(name, JsonNodeFactory.instance.textNode(value));
    }

    private void fact(String name, int value) {
        environment.put(name, JsonNodeFactory.instance.numberNode(value));
    }

    private Message.EvidenceInfo evidence() {
        Map<String, JsonNode> adapter = new LinkedHashMap<>();
        backend.adapter().forEach((name, value) -> adapter.put(name, JsonNodeFactory.instance.textNode(value)));
        return new Message.EvidenceInfo(
                created ? Optional.of(execute.backend()) : Optional.empty(),
                backend.build(),
                List.of(),
                nodes.placements().stream()
                        .map(node -> new Message.PlacementInfo(node.node(), node.operator(), node.provider()))
                        .toList(),
                adapter,
                List.of(),
                environment,
                KernelWire.infos(nodes.kernels()));
    }
}
