package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * How a {@link ScriptedRunner} behaves on one backend. Start from {@link #right}, change what the test is about:
 *
 * <pre>{@code
 * Script.right(WEBNN).taking(2.0, 2.1)                           // runs, right outputs, these samples over and over
 * Script.right(WEBNN).corruptFrom(40)                            // wrong from inference 40 of the session on
 * Script.right(WEBNN).placing("CPUExecutionProvider", 12)        // claims webnn, the engine's record says CPU
 * Script.right(WEBNN).silent()                                   // claims webnn, keeps no record
 * Script.right(WEBNN).refusing("create", "Error", "unreachable")
 * Script.right(WEBNN).timingOut("first")
 * Script.right(WEBNN).dying("measure")
 * Script.missing("no navigator.ml")
 * }</pre>
 *
 * Immutable.
 */
public final class Script {

    /** The phases that a script can break. */
    private static final Set<String> PHASES = Set.of(
            "fetch",
            "create",
            "first",
            "measure",
            "infer",
            "advance",
            "stream",
            "evidence",
            "dispose",
            "preprocess",
            "endToEnd");

    /** A model's work, from the inputs of one step to its outputs, by name. */
    @FunctionalInterface
    public interface Inference {
        Map<String, Tensor> run(Map<String, Tensor> inputs);
    }

    final Optional<String> missing;
    final Inference inference;
    final List<Double> millis;
    final Optional<Integer> corruptFrom;
    final Map<String, Function<Phases, Fault>> faults;
    final Optional<RawEvidence> evidence;
    final Optional<Boolean> software;
    final Optional<Memory> memory;
    final BiFunction<Job, RawEvidence, RawEvidence> proof;

    private Script(
            Optional<String> missing,
            Inference inference,
            List<Double> millis,
            Optional<Integer> corruptFrom,
            Map<String, Function<Phases, Fault>> faults,
            Optional<RawEvidence> evidence,
            Optional<Boolean> software,
            Optional<Memory> memory,
            BiFunction<Job, RawEvidence, RawEvidence> proof) {
        this.missing = missing;
        this.inference = inference;
        this.millis = List.copyOf(millis);
        this.corruptFrom = corruptFrom;
        this.faults = Map.copyOf(faults);
        this.evidence = evidence;
        this.software = software;
        this.memory = memory;
        this.proof = proof;
    }

    /**
     * Runs every node on the backend and proves it. Each output is the sum of all float32 inputs, element by element, as
     * of {@link dev.bascule.fallback.onnx.TinyOnnx#add}; see {@link #computing} for another model. An inference takes 1
     * ms.
     */
    public static Script right(Backend backend) {
        String provider = backend.executionProviders().stream()
                .sorted()
                .reduce((a, b) -> b)
                .orElse(backend.id());
        RawEvidence proof = new RawEvidence(
                Optional.of(backend.id()),
                Optional.of("scripted"),
                List.of(),
                placements(provider, 1),
                // The engine gets no device without one.
                backend.equals(Backends.WEBGPU) ? Map.of("vendor", "scripted") : Map.of(),
                List.of(),
                Map.of("engineVersion", "scripted"));
        return new Script(
                Optional.empty(),
                ScriptedRunner::sum,
                List.of(1.0),
                Optional.empty(),
                Map.of(),
                Optional.of(proof),
                Optional.empty(),
                Optional.empty(),
                (job, raw) -> raw);
    }

    /** The backend is not there, for this reason; opening a model on it is refused. */
    public static Script missing(String reason) {
        return new Script(
                Optional.of(reason),
                ScriptedRunner::sum,
                List.of(1.0),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                (job, raw) -> raw);
    }

    /** Another model: inputs of a step (carried ones in place) to outputs. */
    public Script computing(Inference model) {
        return new Script(missing, model, millis, corruptFrom, faults, evidence, software, memory, proof);
    }

    /** What timed inferences take, in order and over again. */
    public Script taking(double... milliseconds) {
        List<Double> list = java.util.Arrays.stream(milliseconds).boxed().toList();
        if (list.isEmpty() || list.stream().anyMatch(ms -> !(ms > 0))) {
            throw new IllegalArgumentException("an inference takes some time: " + list);
        }
        return new Script(missing, inference, list, corruptFrom, faults, evidence, software, memory, proof);
    }

    /**
     * Flips a bit in one element of the first output from this inference of the session on; the first inference of
     * step s is number s, the first timed one follows the last of these.
     */
    public Script corruptFrom(int inferenceNumber) {
        return new Script(
                missing, inference, millis, Optional.of(inferenceNumber), faults, evidence, software, memory, proof);
    }

    /** The engine's record shows so many nodes, all on this execution provider. */
    public Script placing(String provider, int nodes) {
        return placing(Map.of(provider, nodes));
    }

    /** The engine's record shows so many nodes on each execution provider. */
    public Script placing(Map<String, Integer> nodesByProvider) {
        RawEvidence was = evidence.orElseThrow();
        return with(new RawEvidence(
                was.granted(),
                was.build(),
                was.log(),
                nodesByProvider.entrySet().stream()
                        .flatMap(entry -> placements(entry.getKey(), entry.getValue()).stream())
                        .toList(),
                was.adapter(),
                was.graphDevices(),
                was.environment()));
    }

    /** The engine's log lines instead of a profile. */
    public Script logging(List<String> lines) {
        RawEvidence was = evidence.orElseThrow();
        return with(new RawEvidence(
                was.granted(), was.build(), lines, List.of(), was.adapter(), was.graphDevices(), was.environment()));
    }

    /** The engine keeps no record; only the API's word is left. */
    public Script silent() {
        return logging(List.of());
    }

    /** Claims to have run on this backend, whatever the records say. */
    public Script claiming(String backend) {
        RawEvidence was = evidence.orElseThrow();
        return with(new RawEvidence(
                Optional.of(backend),
                was.build(),
                was.log(),
                was.placements(),
                was.adapter(),
                was.graphDevices(),
                was.environment()));
    }

    /** What the adapter says of itself, in the evidence and in the capabilities. */
    public Script adapter(Map<String, String> adapter) {
        RawEvidence was = evidence.orElseThrow();
        return with(new RawEvidence(
                was.granted(),
                was.build(),
                was.log(),
                was.placements(),
                adapter,
                was.graphDevices(),
                was.environment()));
    }

    /** Raw evidence as it stands. */
    public Script with(RawEvidence raw) {
        return new Script(missing, inference, millis, corruptFrom, faults, Optional.of(raw), software, memory, proof);
    }

    /** Its record shows these nodes of what is run, and not always the same. */
    public Script placing(Function<Job, List<RawEvidence.NodePlacement>> nodes) {
        return new Script(
                missing,
                inference,
                millis,
                corruptFrom,
                faults,
                evidence,
                software,
                memory,
                (job, was) -> new RawEvidence(
                        was.granted(),
                        was.build(),
                        was.log(),
                        nodes.apply(job),
                        was.adapter(),
                        was.graphDevices(),
                        was.environment()));
    }

    /** Brings no evidence at all. */
    public Script withoutEvidence() {
        return new Script(missing, inference, millis, corruptFrom, faults, Optional.empty(), software, memory, proof);
    }

    /** Says in its capabilities whether the adapter is a software one. */
    public Script software(boolean isSoftware) {
        return new Script(
                missing, inference, millis, corruptFrom, faults, evidence, Optional.of(isSoftware), memory, proof);
    }

    public Script using(Memory peak) {
        return new Script(
                missing, inference, millis, corruptFrom, faults, evidence, software, Optional.of(peak), proof);
    }

    /** Refuses in a phase, in the engine's words, and lives on. */
    public Script refusing(String phase, String name, String message) {
        return failing(phase, phases -> new Fault.Refused(phase, name, message, Optional.empty(), phases));
    }

    /** Refuses in a phase, and is of no more use, as a page after a trap. */
    public Script poisoning(String phase, String name, String message) {
        return failing(
                phase,
                phases -> new Fault.Refused(
                        phase, name, message, Optional.empty(), phases, Optional.of(message), evidence));
    }

    /** Does not answer in a phase. The time-out is told at once: nothing sleeps. */
    public Script timingOut(String phase) {
        // The limit is the caller's; the session fills it in.
        return failing(phase, phases -> new Fault.TimedOut(phase, Duration.ZERO));
    }

    /** Is gone in a phase, as when its process dies. */
    public Script dying(String phase) {
        return failing(phase, phases -> new Fault.Lost(phase, "the scripted process died"));
    }

    /** Tells times in a phase that cannot be, by the host's clock. */
    public Script lyingOfTime(String phase) {
        return failing(phase, phases -> new Fault.Implausible(phase, "more than the host saw pass"));
    }

    private Script failing(String phase, Function<Phases, Fault> fault) {
        if (!PHASES.contains(phase)) {
            throw new IllegalArgumentException("no phase '" + phase + "'; there are " + PHASES);
        }
        Map<String, Function<Phases, Fault>> more = new HashMap<>(faults);
        more.put(phase, fault);
        return new Script(missing, inference, millis, corruptFrom, more, evidence, software, memory, proof);
    }

    private static List<RawEvidence.NodePlacement> placements(String provider, int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(i -> new RawEvidence.NodePlacement("node_" + i, "Add", provider))
                .toList();
    }
}
