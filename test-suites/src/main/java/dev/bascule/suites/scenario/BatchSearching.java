package dev.bascule.suites.scenario;

import dev.bascule.fallback.attempt.Figure;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.suites.execution.Placed;
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
import java.util.OptionalDouble;
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
            return Finding.of(Trouble.graphUnread());
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
        return search.finding(curve, search.rematch(curve));
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
        private final List<Figure> turns = new ArrayList<>();
        private Optional<Trouble> wrong = Optional.empty();
        private boolean partial;

        Search(ScenarioContext context, OnnxModelFile model, Batching batching, SearchLimits limits) {
            this.context = context;
            this.model = model;
            this.batching = batching;
            this.limits = limits;
        }

        BatchPoint measure(int batch) {
            PreparedCase kase = context.atBatch(batching, batch);
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
                Optional<Placed> placed = Optional.empty();
                OptionalLong peak = OptionalLong.empty();
                if (stage.fresh()) {
                    Optional<MemoryMeter> meter = stage.memory();
                    meter.ifPresent(MemoryMeter::restart);
                    Optional<Scene> scene = stage.open(kase, context.place().backend(), true);
                    scene.ifPresent(open -> open.mustBeRight(reference));
                    samples = scene.flatMap(
                            open -> open.measure(context.workload().plan()));
                    peak = meter.map(MemoryMeter::read)
                            .filter(reading -> reading.peakTotal() > 0)
                            .map(reading -> OptionalLong.of(reading.peakTotal()))
                            .orElseGet(OptionalLong::empty);
                    placed = scene.flatMap(Scene::finishPlaced);
                    scene.filter(open -> !open.isStable())
                            .ifPresent(open -> notes.add(
                                    "batch %d was not stable when its warm-up ended: its samples may hold some of it"
                                            .formatted(batch)));
                }
                if (stage.trouble().isPresent()) {
                    return failed(batch, stage.trouble().get());
                }
                placed.ifPresent(where -> tell(batch, where));
                return new BatchPoint.Measured(
                        batch,
                        samples.orElse(Samples.NONE),
                        peak,
                        placed.map(Search::clockStep).orElseGet(OptionalDouble::empty));
            }
        }

        private void tell(int batch, Placed where) {
            partial |= where.isPartial();
            notes.add("batch %d: %s".formatted(batch, where.words()));
        }

        /** What a page found its clock to move by; a native process has one of nanoseconds. */
        private static OptionalDouble clockStep(Placed placed) {
            try {
                return Optional.ofNullable(placed.evidence().facts().get("timerResolutionMs")).stream()
                        .mapToDouble(Double::parseDouble)
                        .filter(step -> step > 0)
                        .findFirst();
            } catch (NumberFormatException notTold) {
                return OptionalDouble.empty();
            }
        }

        /** The best and the smaller one that ties with it again, in turn: they were measured minutes apart. */
        Optional<BatchPoint.Measured> rematch(BatchSearch.Curve curve) {
            if (curve.chosen().isEmpty()
                    || curve.chosen().equals(curve.best())
                    || Thread.currentThread().isInterrupted()) {
                return curve.chosen();
            }
            BatchPoint.Measured small = curve.chosen().get();
            BatchPoint.Measured best = curve.best().orElseThrow();
            try (Stage one = context.stage();
                    Stage other = context.stage()) {
                Optional<Duel> duel = warm(one, small.batch())
                        .flatMap(own -> warm(other, best.batch())
                                .flatMap(beside -> Duel.of(
                                        own,
                                        beside,
                                        context.workload().plan(),
                                        context.workload().plan().pairs())));
                if (duel.isEmpty()) {
                    notes.add("batch %d and batch %d could not be measured in turn: %s"
                            .formatted(
                                    small.batch(),
                                    best.batch(),
                                    one.trouble()
                                            .or(other::trouble)
                                            .map(why -> why.failure().message())
                                            .orElse("too quick for the clock")));
                    return curve.chosen();
                }
                double rows = (double) best.batch() / small.batch();
                turns.add(duel.get()
                        .ratioFigure("time a row: batch %d to batch %d".formatted(small.batch(), best.batch()), rows));
                boolean surely = duel.get()
                        .ratio()
                        .ci95()
                        .filter(ends -> ends.low() * rows > 1)
                        .isPresent();
                notes.add(
                        0,
                        surely
                                ? "measured in turn (ABBA), batch %d is surely better after all, and is chosen"
                                        .formatted(best.batch())
                                : "measured in turn (ABBA), batch %d is not surely better than batch %d"
                                        .formatted(best.batch(), small.batch()));
                return surely ? curve.best() : curve.chosen();
            }
        }

        private Optional<Scene> warm(Stage stage, int batch) {
            PreparedCase kase = context.atBatch(batching, batch);
            if (!(context.workload().references().apply(kase) instanceof References.Found.Known known)
                    || !stage.fresh()) {
                return Optional.empty();
            }
            Optional<Scene> scene = stage.open(kase, context.place().backend());
            scene.ifPresent(open -> open.mustBeRight(known.reference()));
            return scene.filter(open -> open.warmUp(context.workload().plan()));
        }

        private BatchPoint failed(int batch, Trouble trouble) {
            troubles.put(batch, trouble);
            if (trouble.verdict() == Verdict.WRONG) {
                wrong = wrong.or(() -> Optional.of(trouble.during("batch " + batch)));
            }
            return new BatchPoint.Failed(batch, trouble.failure(), MemoryTrouble.isLikely(trouble.failure()));
        }

        /** The model's tensors alone need more than there is: no engine can make less of it. */
        private Optional<Failure> tooBig(MemoryEstimate need) {
            FreeMemory free = FreeMemory.ofHost().within(List.of(context.place().backend()));
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

        Finding finding(BatchSearch.Curve curve, Optional<BatchPoint.Measured> chosen) {
            List<Figure> figures = new ArrayList<>();
            chosen.ifPresent(best -> figures.add(Figure.single("chosen batch", "1", best.batch())));
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
            figures.addAll(turns);
            List<String> all = new ArrayList<>(curve.notes());
            if (Thread.currentThread().isInterrupted()) {
                all.add(0, "stopped by the user: what is chosen is only the best of what was measured by then");
            }
            all.addAll(notes);
            all.add(
                    "peak memory is that of the runner's whole process, the estimate that of the model's tensors alone");
            return new Finding(trouble(curve), figures, all, partial);
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
                            curve.points().stream().anyMatch(Search::isTooQuick)
                                    ? "every batch size within the limits is too quick for the clock"
                                    : "no batch size is within the limits, not even 1",
                            "raise --latency-limit or --memory-limit"));
            return Optional.of(new Trouble(Verdict.FAILED, first));
        }

        private static boolean isTooQuick(BatchPoint point) {
            return point instanceof BatchPoint.Measured measured && measured.isTooQuick();
        }

        private static void add(List<Figure> figures, String row, BatchPoint.Measured point) {
            Summary summary = point.summary();
            List<Double> millis = boxed(point.samples());
            figures.add(new Figure("latency: " + row, "ms", millis, Optional.of(summary.median()), summary.ci95()));
            summary.p90()
                    .ifPresent(p90 ->
                            figures.add(new Figure("p90: " + row, "ms", millis, Optional.of(p90), Optional.empty())));
            if (!point.isTooQuick()) {
                // Of the samples that the clock saw at all: a throughput has a median that it sees well.
                List<Double> rates = millis.stream()
                        .filter(one -> one > 0)
                        .map(one -> point.batch() * 1000.0 / one)
                        .toList();
                figures.add(new Figure(
                        "throughput: " + row,
                        "inferences/s",
                        rates,
                        Optional.of(point.throughput()),
                        point.throughputInterval()));
            }
            point.peakBytes()
                    .ifPresent(bytes -> figures.add(Figure.single("peak memory: " + row, "bytes", (double) bytes)));
        }

        private static List<Double> boxed(Samples samples) {
            return java.util.Arrays.stream(samples.millis()).boxed().toList();
        }
    }
}
