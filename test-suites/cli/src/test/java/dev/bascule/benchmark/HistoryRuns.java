package dev.bascule.benchmark;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Throttling;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.fallback.usage.UsageFigure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Made-up runs in the shape of real ones, to fill a history with: four machines, three browsers that are updated every now and
 * then, native CPU; every fifth run is one of models with settings, the others take a slice of a conformance suite. Nothing in
 * them was measured. The same seed makes the same runs. Immutable.
 *
 * @param runs how many
 * @param attempts in each run, one for each case run
 * @param samples measured in each attempt that succeeded
 * @param usage whether attempts are watched: six figures each
 * @param seed of all that is drawn
 */
record HistoryRuns(int runs, int attempts, int samples, boolean usage, long seed) {
    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
    private static final List<String> BROWSERS = List.of("Chrome Headless Shell", "Chromium", "Firefox");
    private static final int MACHINES = 4;
    private static final int CASES = 1200;
    private static final int MODELS = 30;
    /** Browsers have a new major version after so many runs. */
    private static final int UPDATE = 150;

    /** All of them, so many at a time, each slice made when it is asked for. */
    Iterable<List<RunRecord>> slices(int size) {
        return () -> IntStream.range(0, (runs + size - 1) / size)
                .mapToObj(slice -> IntStream.range(slice * size, Math.min(runs, (slice + 1) * size))
                        .mapToObj(this::run)
                        .toList())
                .iterator();
    }

    private RunRecord run(int index) {
        Random random = new Random(seed * 1_000_003 + index);
        int machine = index % MACHINES;
        boolean nightly = index % 5 == 0;
        List<Target> targets = targets(index / UPDATE);
        List<CaseRun> cases = new ArrayList<>(attempts);
        for (int i = 0; i < attempts; i++) {
            int row = i / targets.size() + (nightly ? 0 : index * 97);
            ModelInfo model = nightly ? model(row % MODELS) : conformance(row % CASES);
            CaseId id = nightly
                    ? CaseId.of("nightly", model.family().id(), model.name(), Map.of("batch", "" + (1 + row / MODELS)))
                    : CaseId.of("onnx-node", "node", model.name(), Map.of());
            cases.add(caseRun(id, model, targets.get(i % targets.size()), nightly, random));
        }
        Map<String, Duration> elapsed = new LinkedHashMap<>();
        elapsed.put("starting runners", Duration.ofMillis(2300));
        elapsed.put("measuring", Duration.ofSeconds(500));
        Instant startedAt = START.plus(Duration.ofMinutes(30L * index));
        return new RunRecord(
                new Invocation(
                        "run-%06d".formatted(index),
                        nightly ? "nightly" : "onnx-node",
                        "5".repeat(64),
                        seed,
                        nightly ? "bascule run nightly.yaml" : "bascule conformance onnx-node"),
                new RunRecord.Times(startedAt, startedAt.plusSeconds(600), elapsed),
                machine(machine, index / UPDATE),
                RunRecord.Extent.WHOLE,
                cases,
                List.of());
    }

    private static Machine machine(int number, int update) {
        return new Machine(
                "%064x".formatted(0xbea1_0000L + number),
                "Debian 12 x86-64",
                new Machine.Cpu("Processor " + number, 2 << number, List.of("avx2", "avx512f")),
                Optional.of(8L << (30 + number)),
                List.of(new Machine.Gpu("llvmpipe", "Mesa", true)),
                Optional.of(
                        new Fingerprint(Map.of("cpu", "Processor " + number), Map.of("driver mesa", "25." + update))));
    }

    private static List<Target> targets(int update) {
        List<Target> targets = new ArrayList<>();
        for (int i = 0; i < BROWSERS.size(); i++) {
            Browser browser = new Browser(
                    BROWSERS.get(i), (150 + update) + ".0.1." + i, "playwright", List.of("--no-sandbox", "--headless"));
            for (Backend backend : List.of(Backends.WASM, Backends.WEBGPU, Backends.WEBNN)) {
                boolean gpu = backend.equals(Backends.WEBGPU);
                targets.add(new Target(
                        backend,
                        Optional.of(browser),
                        new Engine("onnxruntime-web", "1.29.0", Optional.of("ort." + backend.id())),
                        gpu ? DeviceType.GPU : DeviceType.CPU,
                        gpu ? Optional.of(true) : Optional.empty(),
                        gpu ? Map.of("vendor", "google", "architecture", "swiftshader") : Map.of()));
            }
        }
        targets.add(new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of()));
        return targets;
    }

    private static ModelInfo model(int number) {
        Family family = List.of(Family.values()).get(number % Family.values().length);
        return new ModelInfo(
                "model-%02d".formatted(number),
                "%064x".formatted(0xa0de1L + number),
                4_400_000 + number,
                family,
                "some-task",
                Map.of("ai.onnx", 17L),
                Map.of("MatMul", 28, "Add", 16),
                1_100_000);
    }

    private static ModelInfo conformance(int number) {
        return new ModelInfo(
                "test_operator_%04d".formatted(number),
                "%064x".formatted(0xca5eL + number),
                120,
                Family.OTHER,
                ModelInfo.CONFORMANCE,
                Map.of("ai.onnx", 21L),
                Map.of("Op" + number % 160, 1),
                0);
    }

    private CaseRun caseRun(CaseId id, ModelInfo model, Target target, boolean timed, Random random) {
        int luck = random.nextInt(100);
        Attempt attempt = luck < 92
                ? right(target, random)
                : luck < 96
                        ? Attempt.notStarted(
                                target,
                                Outcome.UNSUPPORTED,
                                Failure.of(ErrorCode.OPERATOR_UNSUPPORTED, "no kernel for Op in opset 21"),
                                START,
                                Duration.ofMillis(3))
                        : Attempt.notStarted(
                                target,
                                Outcome.CRASHED,
                                Failure.of(ErrorCode.RUNNER_CRASHED, "the page crashed while it created a session"),
                                START,
                                Duration.ofMillis(900));
        return new CaseRun(
                id,
                model,
                Chain.of(target.backend()),
                List.of(attempt),
                Optional.empty(),
                "bascule run %s --filter '%s' --backends %s"
                        .formatted(
                                timed ? "nightly.yaml" : "onnx-node",
                                id,
                                target.backend().id()));
    }

    private Attempt right(Target target, Random random) {
        double median = 1 + random.nextInt(400) / 10.0;
        String backend = target.backend().id();
        boolean gpu = target.backend().equals(Backends.WEBGPU);
        return new Attempt(
                target,
                Outcome.SUCCEEDED,
                Optional.empty(),
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend, Optional.of(backend), Optional.of(backend)),
                        Map.of(backend, 44),
                        OptionalInt.empty(),
                        gpu ? Optional.of(true) : Optional.empty(),
                        Optional.of(DeviceType.CPU),
                        target.backend().side() == Side.BROWSER
                                ? Map.of("crossOriginIsolated", "true", "threads", "1")
                                : Map.of("threads", "1"),
                        gpu ? List.of("software adapter: shaders run on the CPU") : List.of(),
                        List.of()),
                new Attempt.Measured(
                        new Phases(
                                Optional.of(Duration.ofNanos(1_345_678 + random.nextInt(100_000))),
                                Optional.of(Duration.ofNanos(9_765_432 + random.nextInt(1_000_000))),
                                Optional.of(Duration.ofNanos(15_000_001)),
                                Optional.of(Duration.ofNanos(1_200_000))),
                        Optional.of(new Timing(
                                draw(median * 1.4, 5, random),
                                draw(median, samples, random),
                                true,
                                random.nextInt(20) == 0 ? Optional.of("load 3.1 on 2 cores") : Optional.empty())),
                        target.backend().side() == Side.NATIVE
                                ? Optional.of(new Memory(181_403_648L + random.nextInt(1 << 20), "VmHWM"))
                                : Optional.empty(),
                        usage ? Optional.of(watched(random)) : Optional.empty()),
                Optional.of(new Numerics(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                        new Difference(
                                1536,
                                0,
                                random.nextDouble() * 1e-6,
                                random.nextDouble() * 1e-5,
                                OptionalDouble.of(random.nextInt(300)),
                                OptionalDouble.of(0.99999999),
                                Optional.of(new Difference.Worst("output", 77, "0.0123456", "0.0123459"))),
                        Tolerance.of(DType.FLOAT32, 44),
                        samples + 6)),
                Optional.empty(),
                List.of(new OutputShape("logits", "float32", Shape.of(1, 2))),
                new Span(
                        START.plusNanos(random.nextInt(1_000_000_000)),
                        Duration.ofNanos(34_567_891 + random.nextInt(10_000_000))));
    }

    private Usage watched(Random random) {
        return new Usage(
                Duration.ofMillis(200),
                samples,
                List.of(
                        new UsageFigure(
                                "machine", Quantity.CPU_UTILIZATION, Reading.known(random.nextDouble(), "/proc/stat")),
                        new UsageFigure(
                                "processes", Quantity.CPU_CORES, Reading.known(random.nextDouble(), "/proc/PID/stat")),
                        new UsageFigure(
                                "cpu", Quantity.FREQUENCY_MEDIAN, Reading.unknown("no cpufreq on this machine")),
                        new UsageFigure("cpu", Quantity.TEMPERATURE_MAX, Reading.unknown("no sensor")),
                        new UsageFigure("machine", Quantity.MEMORY_AVAILABLE_MIN, Reading.known(6e9, "/proc/meminfo")),
                        new UsageFigure("package-0", Quantity.ENERGY, Reading.unknown("no RAPL on this machine"))),
                new Throttling(List.of(), List.of(Throttling.STEAL_WATCH), List.of("clock: no cpufreq")));
    }

    private static Samples draw(double median, int n, Random random) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = median * (1 + 0.08 * Math.abs(random.nextGaussian()) - 0.04);
        }
        return Samples.ofMillis(values);
    }
}
