package dev.bascule.cli.output;

import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.document.ElsewhereParts;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.matrix.VersionMatrix.Slice;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.Score;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The document of {@code matrix --json}: one entry for each case run that a cell stands for, the worst first; raw samples are
 * in the run that it names. Stateless.
 */
public final class MatrixDocument {
    private static final int SCHEMA_VERSION = 1;

    private MatrixDocument() {}

    /** The cells in reading order as nested maps and lists; what is not known is null. */
    public static Map<String, Object> of(Collection<CaseResult> caseResults, ElsewhereCosts costs) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put(
                "machines",
                caseResults.stream().map(CaseResult::machine).distinct().toList());
        document.put(
                "cells",
                Matrix.of(caseResults).inOrder().stream()
                        .flatMap(cell -> Stream.concat(Stream.of(cell), cell.merged().stream()))
                        .map(cell -> cell(cell, costs))
                        .toList());
        return document;
    }

    /**
     * The document of {@code matrix --over --json}: the same entries, each with the version that its run was made with, and
     * every version that was asked for, also what was not run.
     *
     * @param product of what there are versions
     * @param runs the run of each version that has one
     */
    public static Map<String, Object> of(
            String axis, String product, List<Slice> slices, Map<String, String> runs, ElsewhereCosts costs) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("over", Map.of("axis", axis, "product", product));
        document.put(
                "versions",
                slices.stream()
                        .map(slice -> version(slice, Optional.ofNullable(runs.get(slice.version()))))
                        .toList());
        document.put(
                "machines",
                slices.stream()
                        .flatMap(slice -> slice.cells().stream())
                        .map(CaseResult::machine)
                        .distinct()
                        .toList());
        document.put(
                "cells",
                slices.stream()
                        .flatMap(slice -> Matrix.of(slice.cells()).inOrder().stream()
                                .flatMap(cell -> Stream.concat(Stream.of(cell), cell.merged().stream()))
                                .map(cell -> {
                                    Map<String, Object> entry = cell(cell, costs);
                                    entry.put("version", slice.version());
                                    return entry;
                                }))
                        .toList());
        return document;
    }

    private static Map<String, Object> version(Slice slice, Optional<String> run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("version", slice.version());
        map.put("run", run);
        map.put("notRun", slice.absent());
        return map;
    }

    private static Map<String, Object> cell(MatrixCell cell, ElsewhereCosts costs) {
        Evidence evidence = cell.decisive().evidence();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("run", cell.caseResult().runId());
        map.put("startedAt", cell.caseResult().startedAt());
        map.put("machine", cell.caseResult().machine().fingerprint());
        map.put("caseId", cell.run().caseId().toString());
        map.put("model", model(cell));
        map.put(
                "chain",
                cell.run().chain().rungs().stream().map(Object::toString).toList());
        map.put("target", cell.decisive().target().id());
        map.put("verdict", cell.verdict());
        map.put("ways", cell.ways());
        map.put(
                "otherRuns",
                Map.of(
                        "right", cell.caseResult().past().right(),
                        "failed", cell.caseResult().past().failed()));
        map.put(
                "retries",
                NumberedAttempt.allOf(cell.run()).stream()
                        .filter(NumberedAttempt::isRetry)
                        .map(MatrixDocument::retry)
                        .toList());
        map.put("requested", evidence.where().requested());
        map.put("actual", evidence.actual());
        map.put("proof", evidence.proof());
        map.put(
                "software",
                evidence.software().or(() -> cell.decisive().target().software()));
        map.put("timing", cell.summary().map(MatrixDocument::timing));
        map.put("relative", cell.relative().map(MatrixDocument::relative));
        map.put("fallbackCostElsewhere", costs.of(cell.run()).map(ElsewhereParts::part));
        map.put("score", cell.score().map(Score::value));
        map.put("reproduce", cell.run().reproduce());
        return map;
    }

    private static Map<String, Object> retry(NumberedAttempt made) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("backend", made.attempt().target().backend().id());
        map.put("retry", made.retry());
        map.put("outcome", made.attempt().outcome());
        return map;
    }

    private static Map<String, Object> model(MatrixCell cell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", cell.run().model().name());
        map.put("sha256", cell.run().model().sha256());
        map.put("family", cell.run().model().family().id());
        map.put("task", cell.run().model().task());
        return map;
    }

    private static Map<String, Object> timing(Summary summary) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("median", summary.median());
        map.put("p90", summary.p90());
        map.put("p99", summary.p99());
        map.put("mean", summary.mean());
        map.put("ci95", ends(summary.ci95()));
        map.put("n", summary.n());
        map.put("flags", summary.flags().stream().sorted().toList());
        return map;
    }

    private static Map<String, Object> relative(RelativeSpeed speed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ratio", speed.ratio());
        map.put("ci95", ends(speed.ci95()));
        map.put("baseline", speed.baseline());
        map.put("basis", speed.basis().name().toLowerCase(Locale.ROOT));
        return map;
    }

    private static Optional<List<Double>> ends(Optional<Interval> interval) {
        return interval.map(ends -> List.of(ends.low(), ends.high()));
    }
}
