package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.change.SeriesDocument;
import dev.bascule.reports.history.SeriesPoint;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.CellPlace;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cell of the matrix over time. Thread-safe. */
public final class SeriesRoutes {
    private static final int ANALYSES = 200;

    private final WatchedHistory history;
    private final EntityTags tags;
    /** A permutation test each: tens of milliseconds to seconds. */
    private final RecentCache<Analyzed, Optional<Object>> analyses = new RecentCache<>(ANALYSES);

    /** Runs of other versions of a browser belong to the analysis too, so that it holds until any run comes. */
    private record Analyzed(CellPlace place, String newest, long generation) {}

    public SeriesRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(Route.get("/series", Access.READ, this::series));
    }

    /**
     * @param points the oldest first, in one major version of a browser
     * @param analysis over all versions, as {@code compare --over-time --json} has it: change points, anomalies, verdicts and
     *     versions that changed; by itself, its p-values not corrected for other series
     */
    record Series(String machine, String row, String column, List<Point> points, Optional<Object> analysis) {}

    /**
     * @param cell its id
     * @param medianMs null where no right attempt was timed
     * @param samplesMs of the warm inferences, in order; there only where asked for
     */
    record Point(
            String cell,
            String run,
            Instant startedAt,
            String suite,
            Verdict verdict,
            boolean began,
            Optional<Double> medianMs,
            Optional<List<Double>> ci95Ms,
            int n,
            Optional<String> noise,
            boolean throttled,
            String target,
            Map<String, String> software,
            Optional<double[]> samplesMs) {
        static Point of(SeriesPoint point, boolean withSamples) {
            Optional<Summary> summary = Summary.of(point.samples());
            return new Point(
                    CellIds.text(point.cell().caseRun()),
                    point.cell().caseRun().runId(),
                    point.cell().startedAt(),
                    point.suite(),
                    point.cell().verdict(),
                    point.cell().began(),
                    summary.map(Summary::median),
                    summary.flatMap(Summary::ci95).map(MatrixAnswer::ends),
                    summary.map(Summary::n).orElse(0),
                    point.cell().noise(),
                    point.cell().throttled(),
                    point.target().id(),
                    point.software(),
                    Optional.of(point.samples())
                            .filter(samples -> withSamples && !samples.isEmpty())
                            .map(samples -> samples.millis()));
        }
    }

    private void series(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "cell", "machine", "row", "column", "samples");
        CellPlace place = place(context);
        boolean samples =
                Parameters.text(context, "samples").map("true"::equals).orElse(false);
        Responses.tagged(context, tags.current(), () -> {
            List<SeriesPoint> points = history.series(place);
            if (points.isEmpty()) {
                throw Problem.unknown("no run has this cell", CellIds.REMEDY);
            }
            return new Series(
                    place.machine(),
                    place.row(),
                    place.column(),
                    points.stream().map(point -> Point.of(point, samples)).toList(),
                    analysis(place, points));
        });
    }

    private Optional<Object> analysis(CellPlace place, List<SeriesPoint> points) {
        String newest = points.get(points.size() - 1).cell().caseRun().runId();
        return analyses.get(
                new Analyzed(place, newest, history.generation()),
                () -> SeriesChanges.of(history, place)
                        .map(report -> SeriesDocument.of(List.of(report)).get("series"))
                        .filter(List.class::isInstance)
                        .map(all -> ((List<?>) all).get(0)));
    }

    /** The place that is named, or that of a cell. */
    private CellPlace place(Context context) {
        Optional<String> cell = Parameters.text(context, "cell");
        if (cell.isEmpty()) {
            return new CellPlace(
                    Parameters.required(context, "machine"),
                    Parameters.required(context, "row"),
                    Parameters.required(context, "column"));
        }
        CaseResult caseResult =
                history.caseRun(CellIds.parse(cell.get())).orElseThrow(() -> CellIds.unknown(cell.get()));
        CellKey key = CellKey.of(caseResult.run());
        return new CellPlace(caseResult.machine().fingerprint(), key.row(), key.column());
    }
}
