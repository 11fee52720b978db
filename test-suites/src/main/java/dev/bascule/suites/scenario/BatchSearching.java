package dev.bascule.suites.scenario;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import dev.bascule.suites.models.OnnxModelFile;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.workload.BatchPoint;
import dev.bascule.suites.workload.BatchSearch;
import dev.bascule.suites.workload.Batching;
import dev.bascule.suites.workload.ByteSizes;
import dev.bascule.suites.workload.FreeMemory;
import dev.bascule.suites.workload.MemoryEstimate;
import dev.bascule.suites.workload.MemoryTrouble;
import dev.bascule.suites.workload.SearchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Looks for the batch size with the most inferences a second within limits: each size in a process of its own, its outputs
 * held against the native CPU's, warmed and timed as attempts are. What it needs is estimated first; a size that memory
 * cannot hold is not tried, and one that ran out of it is followed by smaller ones.
 *
 * @param highest the largest size to try
 * @param limits of latency and memory
 */
record BatchSearching(int highest, SearchLimits limits) implements Scenario {

    @Override
    public ScenarioKind kind() {
        return ScenarioKind.BATCH_SEARCH;
    }

    @Override
    public Finding play(ScenarioContext context) {
        if (context.kase().artifact().format() != ModelFormat.ONNX) {
            return Finding.of(new Trouble(
                    Verdict.UNSUPPORTED,
                    Failure.of(ErrorCode.INPUT_MISMATCH, "only the graph of an ONNX model can be read", "give one")));
        }
        OnnxModelFile model = OnnxModelFile.open(context.kase().artifact().file());
        Batching.Found found = Batching.of(model.inspect(), context.kase().feeds());
        if (found instanceof Batching.Found.No no) {
            return Finding.of(
                    new Trouble(
                            Verdict.UNSUPPORTED,
                            Failure.of(
                                    ErrorCode.INPUT_MISMATCH,
                                    no.why(),
                                    "export the model with a dynamic batch dimension, such as dynamic_axes={\"input\": {0: \"batch\"}}")));
        }
        Search search = new Search(context, model, ((Batching.Found.Yes) found).batching(), limits);
        BatchSearch.Curve curve = new BatchSearch(
                        search::measure,
                        limits,
                        highest,
                        () -> Thread.currentThread().isInterrupted())
                .run();
        return search.finding(curve);
    }

    /** One search under way. */
    private static final class Search {
        private final ScenarioContext context;
        private final OnnxModelFile model;
        private final Batching batching;
        private final SearchLimits limits;
        private final List<String> notes = new ArrayList<>();
        private final TreeMap<Integer, MemoryEstimate> estimates = new TreeMap<>();
        private final TreeMap<Integer, Trouble> troubles = new TreeMap<>();
        private Optional<Trouble> wrong = Optional.empty();

        Search(ScenarioContext context, OnnxModelFile model, Batching batching, SearchLimits limits) {
            this.context = context;
            this.model = model;
            this.batching = batching;
            this.limits = limits;
        }

        BatchPoint measure(int batch) {
            PreparedCase kase = at(batch);
            MemoryEstimate need = MemoryEstimate.of(model, kase.feeds().step(0));
            estimates.put(batch, need);
            Optional<Failure> tooBig = tooBig(need);
            if (tooBig.isPresent()) {
                return new BatchPoint.Failed(batch, tooBig.get(), true);
            }
            if (!(context.workload().references().apply(kase) instanceof References.Found.Known known)) {
                Failure failure = ((References.Found.Missing)
                                context.workload().references().apply(kase))
                        .failure();
                return new BatchPoint.Failed(batch, failure, MemoryTrouble.isLikely(failure));
            }
            return measure(batch, kase, known.reference());
        }

        private BatchPoint measure(int batch, PreparedCase kase, OutputChecker.Reference reference) {
            try (Stage stage = context.stage()) {
                Optional<Samples> samples = Optional.empty();
                OptionalLong peak = OptionalLong.empty();
                if (stage.fresh()) {
                    Optional<MemoryMeter> meter = stage.memory();
                    meter.ifPresent(MemoryMeter::restart);
                    Optional<Scene> scene = stage.open(kase, context.place().backend());
                    scene.ifPresent(open -> open.mustBeRight(reference));
                    samples = scene.flatMap(
                            open -> open.measure(context.workload().plan()));
                    peak = meter.map(MemoryMeter::read)
                            .filter(reading -> reading.peakTotal() > 0)
                            .map(reading -> OptionalLong.of(reading.peakTotal()))
                            .orElseGet(OptionalLong::empty);
                    scene.ifPresent(Scene::finish);
                }
                if (stage.trouble().isPresent()) {
                    return failed(batch, stage.trouble().get());
                }
                return new BatchPoint.Measured(batch, samples.orElse(Samples.NONE), peak);
            }
        }

        private BatchPoint failed(int batch, Trouble trouble) {
            troubles.put(batch, trouble);
            if (trouble.verdict() == Verdict.WRONG) {
                wrong = wrong.or(() -> Optional.of(trouble.during("batch " + batch)));
            }
            return new BatchPoint.Failed(batch, trouble.failure(), MemoryTrouble.isLikely(trouble.failure()));
        }

        private PreparedCase at(int batch) {
            CaseId id = context.kase().id();
            TreeMap<String, String> settings = new TreeMap<>(id.settings());
            settings.put("batch", Integer.toString(batch));
            settings.put("rows", "moved");
            return context.kase().withFeeds(CaseId.of(id.suite(), id.path(), id.name(), settings), batching.at(batch));
        }

        /** The model's tensors alone need more than there is: no engine can make less of it. */
        private Optional<Failure> tooBig(MemoryEstimate need) {
            FreeMemory free = FreeMemory.ofHost();
            if (limits.memoryBytes().isPresent()
                    && need.total() > limits.memoryBytes().getAsLong()) {
                return Optional.of(Failure.of(
                        ErrorCode.OUT_OF_MEMORY,
                        "not tried: its tensors need %s, over the limit of %s"
                                .formatted(
                                        ByteSizes.text(need.total()),
                                        ByteSizes.text(limits.memoryBytes().getAsLong()))));
            }
            return free.bytes().isPresent() && need.total() > free.bytes().getAsLong()
                    ? Optional.of(Failure.of(
                            ErrorCode.OUT_OF_MEMORY,
                            "not tried: its tensors need %s, but %s are free (%s)"
                                    .formatted(
                                            ByteSizes.text(need.total()),
                                            ByteSizes.text(free.bytes().getAsLong()),
                                            free.source())))
                    : Optional.empty();
        }

        Finding finding(BatchSearch.Curve curve) {
            List<Figure> figures = new ArrayList<>();
            curve.chosen().ifPresent(best -> figures.add(Figure.single("chosen batch", "1", best.batch())));
            for (BatchPoint point : curve.points()) {
                String row = "batch " + point.batch();
                if (point instanceof BatchPoint.Measured measured) {
                    add(figures, row, measured);
                } else {
                    BatchPoint.Failed failed = (BatchPoint.Failed) point;
                    notes.add("%s failed%s: %s: %s"
                            .formatted(
                                    row,
                                    failed.memory() ? " for memory" : "",
                                    failed.failure().code(),
                                    failed.failure().message()));
                }
                Optional.ofNullable(estimates.get(point.batch()))
                        .ifPresent(need -> figures.add(
                                Figure.single("estimated tensors: " + row, "bytes", (double) need.total())));
            }
            estimates.values().stream()
                    .filter(MemoryEstimate::isLowerBound)
                    .findFirst()
                    .ifPresent(need -> notes.add("the estimate is a lower bound: %d values have no known shape (%s)"
                            .formatted(need.unknownValues(), need.reason())));
            List<String> all = new ArrayList<>(curve.notes());
            if (Thread.currentThread().isInterrupted()) {
                all.add(0, "stopped by the user: what is chosen is only the best of what was measured by then");
            }
            all.addAll(notes);
            all.add(
                    "peak memory is that of the runner's whole process, the estimate that of the model's tensors alone");
            return new Finding(trouble(curve), figures, all);
        }

        private Optional<Trouble> trouble(BatchSearch.Curve curve) {
            if (Thread.currentThread().isInterrupted()) {
                return Optional.of(Trouble.interrupted());
            }
            if (wrong.isPresent() || curve.chosen().isPresent()) {
                return wrong;
            }
            Optional<Trouble> stumbled = troubles.values().stream().findFirst();
            if (stumbled.isPresent()) {
                return stumbled.map(trouble -> trouble.during("batch " + troubles.firstKey()));
            }
            Failure first = curve.points().stream()
                    .filter(BatchPoint.Failed.class::isInstance)
                    .map(point -> ((BatchPoint.Failed) point).failure())
                    .findFirst()
                    .orElseGet(() -> Failure.of(
                            ErrorCode.EXECUTION_FAILED,
                            "no batch size is within the limits, not even 1",
                            "raise --latency-limit or --memory-limit"));
            return Optional.of(new Trouble(Verdict.FAILED, first));
        }

        private static void add(List<Figure> figures, String row, BatchPoint.Measured point) {
            Summary summary = point.summary();
            List<Double> millis = boxed(point.samples());
            figures.add(new Figure("latency: " + row, "ms", millis, Optional.of(summary.median()), summary.ci95()));
            summary.p90()
                    .ifPresent(p90 ->
                            figures.add(new Figure("p90: " + row, "ms", millis, Optional.of(p90), Optional.empty())));
            List<Double> rates = millis.stream()
                    .map(one -> point.batch() * 1000.0 / Math.max(one, 1e-6))
                    .toList();
            Optional<Interval> interval = summary.ci95().map(ends -> point.throughputInterval());
            figures.add(
                    new Figure("throughput: " + row, "inferences/s", rates, Optional.of(point.throughput()), interval));
            point.peakBytes()
                    .ifPresent(bytes -> figures.add(Figure.single("peak memory: " + row, "bytes", (double) bytes)));
        }

        private static List<Double> boxed(Samples samples) {
            return java.util.Arrays.stream(samples.millis()).boxed().toList();
        }
    }
}
