package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.workload.BatchPoint;
import dev.bascule.models.workload.BatchSearch;
import dev.bascule.models.workload.Batching;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.models.workload.OutOfMemoryCheck;
import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.suite.ScenarioKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
    public ScenarioFinding play(ScenarioContext context) {
        if (context.testCase().artifact().format() != ModelFormat.ONNX) {
            return ScenarioFinding.of(ScenarioFailure.graphUnread());
        }
        OnnxModelFile model = OnnxModelFile.open(context.testCase().artifact().file());
        Batching.Found found = Batching.of(model.inspect(), context.testCase().feeds());
        if (found instanceof Batching.Found.No no) {
            return ScenarioFinding.of(
                    new ScenarioFailure(
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
        return search.log.finding(curve, search.rematch(curve));
    }

    /** One search under way. */
    private static final class Search {
        private final ScenarioContext context;
        private final OnnxModelFile model;
        private final Batching batching;
        private final SearchLimits limits;
        private final BatchLog log = new BatchLog();

        Search(ScenarioContext context, OnnxModelFile model, Batching batching, SearchLimits limits) {
            this.context = context;
            this.model = model;
            this.batching = batching;
            this.limits = limits;
        }

        BatchPoint measure(int batch) {
            PreparedCase testCase = context.atBatch(batching, batch);
            MemoryEstimate need = MemoryEstimate.of(model, testCase.feeds().step(0));
            log.estimated(batch, need);
            Optional<Failure> tooBig = tooBig(need);
            if (tooBig.isPresent()) {
                return new BatchPoint.Failed(batch, tooBig.get(), true);
            }
            References.Found found = context.workload().references().apply(testCase);
            if (!(found instanceof References.Found.Known known)) {
                Failure failure = ((References.Found.Missing) found).failure();
                return new BatchPoint.Failed(batch, failure, OutOfMemoryCheck.isLikely(failure));
            }
            return measure(batch, testCase, known.reference());
        }

        private BatchPoint measure(int batch, PreparedCase testCase, OutputChecker.Reference reference) {
            try (ScenarioRunner scenarioRunner = context.scenarioRunner()) {
                Optional<Samples> samples = Optional.empty();
                Optional<SessionPlacement> placed = Optional.empty();
                OptionalLong peak = OptionalLong.empty();
                if (scenarioRunner.fresh()) {
                    Optional<MemoryMeter> meter = scenarioRunner.memory();
                    meter.ifPresent(MemoryMeter::restart);
                    Optional<ScenarioSession> scenarioSession =
                            scenarioRunner.open(testCase, context.place().backend(), true);
                    scenarioSession.ifPresent(open -> open.mustBeRight(reference));
                    samples = scenarioSession.flatMap(
                            open -> open.measure(context.workload().plan()));
                    peak = meter.map(MemoryMeter::read)
                            .filter(reading -> reading.peakTotal() > 0)
                            .map(reading -> OptionalLong.of(reading.peakTotal()))
                            .orElseGet(OptionalLong::empty);
                    placed = scenarioSession.flatMap(ScenarioSession::finishPlaced);
                    scenarioSession
                            .filter(open -> !open.isStable())
                            .ifPresent(open -> log.note(
                                    "batch %d was not stable when its warm-up ended: its samples may hold some of it"
                                            .formatted(batch)));
                }
                if (scenarioRunner.trouble().isPresent()) {
                    ScenarioFailure trouble = scenarioRunner.trouble().get();
                    log.failed(batch, trouble);
                    return new BatchPoint.Failed(
                            batch, trouble.failure(), OutOfMemoryCheck.isLikely(trouble.failure()));
                }
                placed.ifPresent(where -> log.placed(batch, where));
                return new BatchPoint.Measured(
                        batch,
                        samples.orElse(Samples.NONE),
                        peak,
                        placed.map(Search::clockStep).orElseGet(OptionalDouble::empty));
            }
        }

        /** What a page found its clock to move by; a native process has one of nanoseconds. */
        private static OptionalDouble clockStep(SessionPlacement placed) {
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
            try (ScenarioRunner one = context.scenarioRunner();
                    ScenarioRunner other = context.scenarioRunner()) {
                Optional<InterleavedTiming> timing = warm(one, small.batch())
                        .flatMap(own -> warm(other, best.batch())
                                .flatMap(beside -> InterleavedTiming.of(
                                        own,
                                        beside,
                                        context.workload().plan(),
                                        context.workload().plan().pairs())));
                if (timing.isEmpty()) {
                    log.note("batch %d and batch %d could not be measured in turn: %s"
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
                boolean surely = timing.get()
                        .ratio()
                        .ci95()
                        .filter(ends -> ends.low() * rows > 1)
                        .isPresent();
                log.rematched(
                        timing.get()
                                .ratioFigure(
                                        "time a row: batch %d to batch %d".formatted(small.batch(), best.batch()),
                                        rows),
                        surely
                                ? "measured in turn (ABBA), batch %d is surely better after all, and is chosen"
                                        .formatted(best.batch())
                                : "measured in turn (ABBA), batch %d is not surely better than batch %d"
                                        .formatted(best.batch(), small.batch()));
                return surely ? curve.best() : curve.chosen();
            }
        }

        private Optional<ScenarioSession> warm(ScenarioRunner scenarioRunner, int batch) {
            PreparedCase testCase = context.atBatch(batching, batch);
            if (!(context.workload().references().apply(testCase) instanceof References.Found.Known known)
                    || !scenarioRunner.fresh()) {
                return Optional.empty();
            }
            Optional<ScenarioSession> scenarioSession =
                    scenarioRunner.open(testCase, context.place().backend());
            scenarioSession.ifPresent(open -> open.mustBeRight(known.reference()));
            return scenarioSession.filter(open -> open.warmUp(context.workload().plan()));
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
    }
}
