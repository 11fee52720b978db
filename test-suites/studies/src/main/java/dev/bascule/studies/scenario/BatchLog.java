package dev.bascule.studies.scenario;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.workload.BatchPoint;
import dev.bascule.models.workload.BatchSearch;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a search for a batch size measured and met with, size by size. Belongs to one thread. */
final class BatchLog {
    private final List<String> notes = new ArrayList<>();
    private final TreeMap<Integer, MemoryEstimate> estimates = new TreeMap<>();
    private final TreeMap<Integer, ScenarioFailure> troubles = new TreeMap<>();
    private final List<Figure> turns = new ArrayList<>();
    private Optional<ScenarioFailure> wrong = Optional.empty();
    private boolean partial;

    void estimated(int batch, MemoryEstimate need) {
        estimates.put(batch, need);
    }

    void note(String text) {
        notes.add(text);
    }

    void placed(int batch, SessionPlacement where) {
        partial |= where.isPartial();
        notes.add("batch %d: %s".formatted(batch, where.words()));
    }

    void failed(int batch, ScenarioFailure trouble) {
        troubles.put(batch, trouble);
        if (trouble.verdict() == Verdict.WRONG) {
            wrong = wrong.or(() -> Optional.of(trouble.during("batch " + batch)));
        }
    }

    /** Two sizes that tied were measured again, in turn; what came of it stands before all else. */
    void rematched(Figure ratio, String outcome) {
        turns.add(ratio);
        notes.add(0, outcome);
    }

    /** All of it, with the size that is chosen in the end. */
    ScenarioFinding finding(BatchSearch.Curve curve, Optional<BatchPoint.Measured> chosen) {
        List<Figure> figures = new ArrayList<>();
        chosen.ifPresent(best -> figures.add(Figure.single("chosen batch", "1", best.batch())));
        for (BatchPoint point : curve.points()) {
            String row = "batch " + point.batch();
            if (point instanceof BatchPoint.Measured measured) {
                add(figures, row, measured);
            }
            if (point instanceof BatchPoint.Failed failed) {
                notes.add("%s failed%s: %s: %s"
                        .formatted(
                                row,
                                failed.memory() ? " for memory" : "",
                                failed.failure().code(),
                                failed.failure().message()));
            }
            Optional.ofNullable(estimates.get(point.batch()))
                    .ifPresent(need ->
                            figures.add(Figure.single("estimated tensors: " + row, "bytes", (double) need.total())));
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
        all.add("peak memory is that of the runner's whole process, the estimate that of the model's tensors alone");
        return new ScenarioFinding(trouble(curve), figures, all, partial);
    }

    private Optional<ScenarioFailure> trouble(BatchSearch.Curve curve) {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.of(ScenarioFailure.interrupted());
        }
        if (wrong.isPresent() || curve.chosen().isPresent()) {
            return wrong;
        }
        Optional<ScenarioFailure> stumbled = troubles.values().stream().findFirst();
        if (stumbled.isPresent()) {
            return stumbled.map(trouble -> trouble.during("batch " + troubles.firstKey()));
        }
        Failure first = curve.points().stream()
                .flatMap(
                        point -> point.fold(measured -> Stream.<Failure>empty(), failed -> Stream.of(failed.failure())))
                .findFirst()
                .orElseGet(() -> Failure.of(
                        ErrorCode.EXECUTION_FAILED,
                        curve.points().stream().anyMatch(BatchLog::isTooQuick)
                                ? "every batch size within the limits is too quick for the clock"
                                : "no batch size is within the limits, not even 1",
                        "raise --latency-limit or --memory-limit"));
        return Optional.of(new ScenarioFailure(Verdict.FAILED, first));
    }

    private static boolean isTooQuick(BatchPoint point) {
        return point instanceof BatchPoint.Measured measured && measured.isTooQuick();
    }

    private static void add(List<Figure> figures, String row, BatchPoint.Measured point) {
        Optional<Summary> summary = point.summary();
        List<Double> millis = boxed(point.samples());
        figures.add(Figure.ofTimes("latency: " + row, point.samples()));
        summary.map(Summary::p90)
                .orElse(OptionalDouble.empty())
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
        return Arrays.stream(samples.millis()).boxed().toList();
    }
}
