package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PackEnd;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A runner in memory that does what a test's {@link Script}s say: runs right, runs wrong, lies, refuses, is silent, dies.
 * It answers at once, sleeps never, and keeps a record of what it was asked. Once it has timed out or died every answer
 * is {@link Fault.Lost}, as of a real one; once poisoned it opens nothing more. Belongs to one thread, as every {@link Runner}.
 */
public final class ScriptedRunner implements Runner {
    private final String name;
    private final Map<String, Script> scripts;
    private final Optional<Function<PipelineRequest, Map<String, Tensor>>> pipeline;
    private final Optional<Function<MediaRequest, Reply<MediaReply>>> media;
    private final Consumer<String> onPhase;
    private final Optional<CaseScript> cases;
    private final List<Job> jobs = new ArrayList<>();
    private final List<PackRequest> packs = new ArrayList<>();
    private final List<BlockRequest> blocks = new ArrayList<>();
    private Optional<String> gone = Optional.empty();
    private Optional<String> poisoned = Optional.empty();
    private boolean closed;
    private int openSessions;

    private ScriptedRunner(Builder builder) {
        this.name = builder.name;
        this.scripts = new LinkedHashMap<>(builder.scripts);
        this.pipeline = builder.pipeline;
        this.media = builder.media;
        this.onPhase = builder.onPhase;
        this.cases = builder.cases;
    }

    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Says for each backend how it behaves; a backend left out is unknown to the runner. */
    public static final class Builder {
        private final String name;
        private final Map<String, Script> scripts = new LinkedHashMap<>();
        private Optional<Function<PipelineRequest, Map<String, Tensor>>> pipeline = Optional.empty();
        private Optional<Function<MediaRequest, Reply<MediaReply>>> media = Optional.empty();
        private Consumer<String> onPhase = phase -> {};
        private Optional<CaseScript> cases = Optional.empty();

        private Builder(String name) {
            this.name = name;
        }

        public Builder on(Backend backend, Script script) {
            scripts.put(backend.id(), script);
            return this;
        }

        /** What input pipelines give; without it every pipeline gives no tensors, and nothing is measured from end to end. */
        public Builder preparing(Function<PipelineRequest, Map<String, Tensor>> answer) {
            pipeline = Optional.of(answer);
            return this;
        }

        /** What its media stack makes of a file; without it there is none. */
        public Builder bringing(Function<MediaRequest, Reply<MediaReply>> answer) {
            media = Optional.of(answer);
            return this;
        }

        /** Called as each phase begins, before any fault: to stop the clock, to interrupt, to block. */
        public Builder onPhase(Consumer<String> hook) {
            onPhase = hook;
            return this;
        }

        /** How the cases of packs end; without it the runner takes no packs. */
        public Builder packing(CaseScript script) {
            cases = Optional.of(script);
            return this;
        }

        public ScriptedRunner build() {
            return new ScriptedRunner(this);
        }
    }

    @Override
    public Capabilities probe() {
        List<Capabilities.BackendReport> reports = new ArrayList<>();
        scripts.forEach((backend, script) -> reports.add(new Capabilities.BackendReport(
                backend,
                script.missing.isPresent() ? BackendStatus.MISSING : BackendStatus.OK,
                script.software,
                script.missing.isPresent()
                        ? Optional.empty()
                        : Optional.of(new Engine("onnxruntime", "scripted", Optional.empty())),
                script.evidence.map(raw -> raw.adapter()).orElse(Map.of()),
                script.missing)));
        return new Capabilities(
                reports,
                Map.of(),
                takesEndToEnd() ? Set.of(Capabilities.STEPS, Capabilities.END_TO_END) : Set.of(Capabilities.STEPS));
    }

    @Override
    public Reply<RunnerSession> open(Job job, Duration timeout) {
        jobs.add(job);
        if (isGone()) {
            return lost("fetch");
        }
        if (poisoned.isPresent()) {
            return new Reply.Failed<>(new Fault.Refused(
                    "fetch",
                    "PoisonedError",
                    "this page must not be used again",
                    Optional.empty(),
                    Phases.NONE,
                    poisoned,
                    Optional.empty()));
        }
        Optional<Script> script =
                Optional.ofNullable(scripts.get(job.backend().id())).filter(known -> known.missing.isEmpty());
        if (script.isEmpty()) {
            return new Reply.Failed<>(new Fault.Refused(
                    "create",
                    "BackendUnavailable",
                    "backend is not available: " + job.backend(),
                    Optional.empty(),
                    Phases.NONE));
        }
        return ScriptedSession.open(this, script.get(), job, timeout);
    }

    @Override
    public Reply<PipelineOutput> prepare(PipelineRequest request, Duration timeout) {
        Optional<Script> broken = scripts.values().stream()
                .filter(script -> script.faults.containsKey("preprocess"))
                .findFirst();
        if (broken.isPresent()) {
            return enter("preprocess", broken.get(), Phases.NONE, timeout)
                    .<Reply<PipelineOutput>>map(Reply.Failed::new)
                    .orElseGet(() -> lost("preprocess"));
        }
        onPhase.accept("preprocess");
        return isGone() ? lost("preprocess") : new Reply.Ok<>(new PipelineOutput(piped(request), Duration.ofMillis(1)));
    }

    @Override
    public Reply<PackEnd> pack(PackRequest request, Consumer<CaseReply> replies, Duration silence) {
        packs.add(request);
        if (isGone()) {
            return lost("pack");
        }
        if (cases.isEmpty()) {
            return Runner.super.pack(request, replies, silence);
        }
        onPhase.accept("pack");
        Pack pack = read(request.pack());
        for (int index : request.cases()) {
            if (isGone()) {
                return lost("pack");
            }
            CaseScript.End end = cases.get().run(index, pack.get(index));
            if (end instanceof CaseScript.End.Dies dies) {
                vanish(dies.reason());
            } else if (end instanceof CaseScript.End.Hangs) {
                vanish("it was silent at case " + index);
                return new Reply.Failed<>(new Fault.TimedOut("pack", silence));
            } else {
                replies.accept(((CaseScript.End.Replies) end).reply());
            }
        }
        return isGone() ? lost("pack") : new Reply.Ok<>(new PackEnd(Optional.empty(), Map.of("engines", "1")));
    }

    private static Pack read(ModelArtifact artifact) {
        try {
            return Pack.read(ByteBuffer.wrap(Files.readAllBytes(artifact.file())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the backend's script holds as its memory, if any. */
    @Override
    public Reply<PageMemory> memory(Duration timeout) {
        if (isGone()) {
            return lost("memory");
        }
        Optional<Memory> memory = scripts.values().stream()
                .flatMap(script -> script.memory.stream())
                .findFirst();
        return new Reply.Ok<>(memory.map(known ->
                        new PageMemory(Optional.of(known.peakBytes()), known.parts(), known.source(), Optional.empty()))
                .orElseGet(() -> PageMemory.unknown("the script has none")));
    }

    @Override
    public void close() {
        closed = true;
        vanish("closed");
    }

    /** Ends it from outside, as killing its process does. */
    public void vanish(String reason) {
        if (gone.isEmpty()) {
            gone = Optional.of(reason);
        }
    }

    /** Every job that it was asked to open, in order. */
    public List<Job> jobs() {
        return List.copyOf(jobs);
    }

    /** Every block that it was asked to measure, in order. */
    public List<BlockRequest> blocks() {
        return List.copyOf(blocks);
    }

    /** Every pack that it was asked for, in order. */
    public List<PackRequest> packs() {
        return List.copyOf(packs);
    }

    public boolean isClosed() {
        return closed;
    }

    /** Whether it has timed out, died or been closed. */
    public boolean isGone() {
        return gone.isPresent();
    }

    /** Sessions opened and not finished. */
    public int openSessions() {
        return openSessions;
    }

    boolean takesEndToEnd() {
        return pipeline.isPresent();
    }

    /** What its media stack gives, where it has one. */
    Optional<Function<MediaRequest, Reply<MediaReply>>> media() {
        return media;
    }

    /** What its pipeline gives. */
    Map<String, Tensor> piped(PipelineRequest request) {
        return pipeline.map(known -> known.apply(request)).orElse(Map.of());
    }

    void opened() {
        openSessions++;
    }

    void finished() {
        openSessions--;
    }

    void measuring(BlockRequest request) {
        blocks.add(request);
    }

    /** Enters a phase; what comes back is the fault that the script has for it. */
    Optional<Fault> enter(String phase, Script script, Phases phases, Duration timeout) {
        if (isGone()) {
            return Optional.of(new Fault.Lost(phase, gone.orElseThrow()));
        }
        onPhase.accept(phase);
        if (isGone()) {
            return Optional.of(new Fault.Lost(phase, gone.orElseThrow()));
        }
        Function<Phases, Fault> scripted = script.faults.get(phase);
        if (scripted == null) {
            return Optional.empty();
        }
        Fault fault = scripted.apply(phases);
        if (fault instanceof Fault.TimedOut) {
            fault = new Fault.TimedOut(phase, timeout);
        }
        if (fault instanceof Fault.Refused refused) {
            poisoned = refused.poisoned();
        } else {
            vanish("it had failed in phase " + phase);
        }
        return Optional.of(fault);
    }

    private <T> Reply<T> lost(String phase) {
        return new Reply.Failed<>(new Fault.Lost(phase, gone.orElseThrow()));
    }

    /** {@code sum}: all float32 inputs added, element by element. */
    static Map<String, Tensor> sum(Map<String, Tensor> inputs) {
        List<Tensor> floats = inputs.values().stream()
                .filter(tensor -> tensor.dtype() == DType.FLOAT32)
                .toList();
        if (floats.isEmpty()) {
            throw new IllegalStateException("the default model adds float32 inputs; say Script.computing for another");
        }
        float[] sum = new float[Math.toIntExact(floats.get(0).shape().elements())];
        for (Tensor tensor : floats) {
            Elements.Reader values = Elements.of(tensor);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += (float) values.at(i);
            }
        }
        return Map.of("sum", Tensor.floats(floats.get(0).shape(), sum));
    }

    @Override
    public String toString() {
        return name;
    }
}
