package dev.bascule.fallback.runner;

import dev.bascule.fallback.answer.AnswerDecoder;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEndReply;
import dev.bascule.fallback.job.EndToEndRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A session of a {@link ScriptedRunner}: steps, carried state and "ships no output twice" as the real ones have them. */
final class ScriptedSession implements RunnerSession {
    private static final Optional<Duration> SOME_TIME = Optional.of(Duration.ofMillis(1));

    private final ScriptedRunner runner;
    private final Script script;
    private final Job job;
    private final Map<Integer, Map<String, Set<Tensor>>> shipped = new HashMap<>();
    private final Map<String, Tensor> carried = new HashMap<>();
    /** What steps go on from: each carried input that has one. */
    private final Map<String, Tensor> state = new HashMap<>();

    private Outputs first = Outputs.NONE;
    private int inferences;
    private int timed;

    private ScriptedSession(ScriptedRunner runner, Script script, Job job) {
        this.runner = runner;
        this.script = script;
        this.job = job;
    }

    static Reply<RunnerSession> open(ScriptedRunner runner, Script script, Job job, Duration timeout) {
        Phases soFar = Phases.NONE;
        for (String phase : List.of("fetch", "create", "first")) {
            Optional<Fault> fault = runner.enter(phase, script, soFar, timeout);
            if (fault.isPresent()) {
                return new Reply.Failed<>(fault.get());
            }
            soFar = new Phases(
                    SOME_TIME,
                    phase.equals("fetch") ? Optional.empty() : SOME_TIME,
                    phase.equals("first") ? SOME_TIME : Optional.empty(),
                    Optional.empty());
        }
        ScriptedSession session = new ScriptedSession(runner, script, job);
        List<Outputs.Output> outputs = new ArrayList<>();
        for (int step = 0; step < job.feeds().steps(); step++) {
            outputs.addAll(session.infer());
        }
        session.first = new Outputs(outputs);
        runner.opened();
        return new Reply.Ok<>(session);
    }

    @Override
    public Outputs firstOutputs() {
        return first;
    }

    @Override
    public Reply<Block> measure(BlockRequest request, Duration timeout) {
        runner.measuring(request);
        Optional<Fault> fault = runner.enter("measure", script, Phases.NONE, timeout);
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        List<Double> samples = new ArrayList<>();
        List<Outputs.Output> fresh = new ArrayList<>();
        double total = 0;
        double atLeast = request.atLeast().toNanos() / 1e6;
        double atMost = request.atMost().toNanos() / 1e6;
        while (samples.isEmpty() || (samples.size() < request.iterations() || total < atLeast) && total < atMost) {
            double sample = script.millis.get(timed++ % script.millis.size());
            samples.add(sample);
            total += sample;
            fresh.addAll(infer());
        }
        double[] millis = samples.stream().mapToDouble(Double::doubleValue).toArray();
        return new Reply.Ok<>(new Block(Samples.ofMillis(millis), new Outputs(fresh)));
    }

    @Override
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration timeout) {
        Optional<Fault> fault = runner.enter("infer", script, Phases.NONE, timeout);
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>(script.inference.run(inputs));
        if (!job.outputs().isEmpty()) {
            outputs.keySet().retainAll(job.outputs());
        }
        boolean corrupt = script.corruptFrom.map(from -> inferences >= from).orElse(false);
        if (corrupt) {
            outputs.replaceAll((name, right) -> corrupted(right));
        }
        inferences++;
        double millis = script.millis.get(timed++ % script.millis.size());
        Duration way = Duration.ofMillis(1);
        return new Reply.Ok<>(new Inference(outputs, way, Duration.ofNanos(Math.round(millis * 1e6)), way));
    }

    @Override
    public boolean takesSteps() {
        return true;
    }

    /** Each step takes what the script says that an inference takes, and feeding it takes nothing. */
    @Override
    public Reply<Advance> advance(AdvanceRequest request, Duration timeout) {
        Optional<Fault> fault = runner.enter("advance", script, Phases.NONE, timeout);
        if (fault.isPresent()) {
            return new Reply.Failed<>(fault.get());
        }
        List<Double> samples = new ArrayList<>();
        List<Map<String, Tensor>> outputs = new ArrayList<>();
        Map<String, Tensor> last = Map.of();
        double total = 0;
        double atMost = request.limit().toNanos() / 1e6;
        for (Map<String, Tensor> given : request.steps()) {
            if (!outputs.isEmpty() && total >= atMost) {
                break;
            }
            Map<String, Tensor> inputs = new LinkedHashMap<>(job.feeds().step(0));
            inputs.putAll(state);
            inputs.putAll(given);
            last = script.inference.run(inputs);
            for (Map.Entry<String, String> pair : job.feeds().carry().entrySet()) {
                state.put(pair.getKey(), last.get(pair.getValue()));
            }
            outputs.add(only(last, job.outputs().isEmpty() ? last.keySet() : Set.copyOf(job.outputs())));
            double sample = script.millis.get(timed++ % script.millis.size());
            samples.add(sample);
            total += sample;
        }
        double[] millis = samples.stream().mapToDouble(Double::doubleValue).toArray();
        return new Reply.Ok<>(new Advance(
                Samples.ofMillis(new double[millis.length]),
                Samples.ofMillis(millis),
                outputs,
                only(last, request.read()),
                Duration.ZERO));
    }

    private static Map<String, Tensor> only(Map<String, Tensor> outputs, Set<String> names) {
        Map<String, Tensor> some = new LinkedHashMap<>(outputs);
        some.keySet().retainAll(names);
        return some;
    }

    @Override
    public Reply<StreamReport> stream(StreamRequest request, Duration timeout) {
        return runner.enter("stream", script, Phases.NONE, timeout)
                .<Reply<StreamReport>>map(Reply.Failed::new)
                .orElseGet(() -> new Reply.Ok<>(new ScriptedStream(request, script, job).run()));
    }

    @Override
    public boolean takesEndToEnd() {
        return runner.takesEndToEnd();
    }

    /** One inference of all steps for each iteration, on what the runner's pipeline makes. */
    @Override
    public Reply<EndToEndReply> endToEnd(EndToEndRequest request, Duration timeout) {
        Optional<Fault> fault = runner.enter("endToEnd", script, Phases.NONE, timeout);
        if (fault.isPresent() || !takesEndToEnd()) {
            return fault.<Reply<EndToEndReply>>map(Reply.Failed::new)
                    .orElseGet(() -> RunnerSession.super.endToEnd(request, timeout));
        }
        Map<String, Tensor> made = runner.piped(request.pipeline());
        List<Outputs.Output> outputs = new ArrayList<>();
        for (int step = 0; step < job.feeds().steps(); step++) {
            int here = step;
            Map<String, Tensor> inputs = new LinkedHashMap<>(job.feeds().step(step));
            request.feeds()
                    .forEach(feed -> inputs.put(
                            feed.input(), feed.steps(made.get(feed.tensor())).get(here)));
            script.inference
                    .run(inputs)
                    .forEach((name, tensor) -> outputs.add(new Outputs.Output(name, here, here, tensor)));
        }
        double[] each = new double[request.iterations()];
        Arrays.fill(each, script.millis.get(0));
        Samples samples = Samples.ofMillis(each);
        EndToEnd times = new EndToEnd(Map.of(EndToEnd.Step.FEATURES, samples, EndToEnd.Step.INFERENCE, samples));
        return new Reply.Ok<>(new EndToEndReply(
                times,
                new Outputs(outputs),
                (long) job.feeds().steps() * request.iterations(),
                request.answer()
                        .map(spec -> AnswerDecoder.decode(
                                spec, new Outputs(outputs).steps(), job.feeds().step(0))),
                Duration.ofNanos(Math.round(times.total().totalMillis() * 1e6))));
    }

    @Override
    public boolean takesMedia() {
        return runner.media().isPresent();
    }

    @Override
    public Reply<MediaReply> media(MediaRequest request, Duration timeout) {
        Optional<Fault> fault = runner.enter("media", script, Phases.NONE, timeout);
        return fault.<Reply<MediaReply>>map(Reply.Failed::new)
                .orElseGet(() -> runner.media()
                        .map(stack -> stack.apply(request))
                        .orElseGet(() -> RunnerSession.super.media(request, timeout)));
    }

    @Override
    public Reply<SessionEnd> finish(Duration timeout) {
        for (String phase : List.of("dispose", "evidence")) {
            Optional<Fault> fault =
                    runner.enter(phase, script, new Phases(SOME_TIME, SOME_TIME, SOME_TIME, Optional.empty()), timeout);
            if (fault.isPresent()) {
                return new Reply.Failed<>(fault.get());
            }
        }
        runner.finished();
        return new Reply.Ok<>(new SessionEnd(
                new Phases(SOME_TIME, SOME_TIME, SOME_TIME, SOME_TIME),
                script.evidence.map(raw -> asked(script.proof.apply(job, raw))),
                script.memory));
    }

    /** Where no evidence session was asked for, only what the API said comes back. */
    private RawEvidence asked(RawEvidence raw) {
        return job.settings().evidence()
                ? raw
                : new RawEvidence(
                        raw.granted(),
                        raw.build(),
                        List.of(),
                        List.of(),
                        raw.adapter(),
                        raw.graphDevices(),
                        raw.environment());
    }

    /** One inference; what comes back was not shipped before for its step. */
    private List<Outputs.Output> infer() {
        int step = inferences % job.feeds().steps();
        if (step == 0) {
            carried.clear();
        }
        Map<String, Tensor> inputs = new LinkedHashMap<>(job.feeds().step(step));
        inputs.putAll(carried);
        Map<String, Tensor> results = script.inference.run(inputs);
        List<Outputs.Output> fresh = new ArrayList<>();
        for (String name : job.outputs()) {
            Tensor right = results.get(name);
            if (right == null) {
                continue;
            }
            boolean corrupt = script.corruptFrom.map(from -> inferences >= from).orElse(false)
                    && name.equals(job.outputs().get(0));
            Tensor tensor = corrupt ? corrupted(right) : right;
            if (shipped.computeIfAbsent(step, s -> new HashMap<>())
                    .computeIfAbsent(name, n -> new HashSet<>())
                    .add(tensor)) {
                fresh.add(new Outputs.Output(name, step, inferences, tensor));
            }
        }
        job.feeds().carry().forEach((input, output) -> carried.put(input, results.get(output)));
        inferences++;
        return fresh;
    }

    /** One high bit of the last element, so that every dtype notices. */
    private static Tensor corrupted(Tensor right) {
        byte[] bytes = right.bytes();
        if (bytes.length > 0) {
            bytes[bytes.length - 1] ^= 0x40;
        }
        return Tensor.of(right.dtype(), right.shape(), bytes);
    }
}
