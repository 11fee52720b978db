package dev.bascule.reports.change;

import dev.bascule.reports.matrix.ActualPlacement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Series and what changed in them as a JSON document. Stateless. */
public final class SeriesDocument {
    private static final int SCHEMA_VERSION = 1;

    private SeriesDocument() {}

    public static Map<String, Object> of(List<SeriesReport> reports) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        Map<String, Object> correction = new LinkedHashMap<>();
        correction.put("method", "holm");
        correction.put("level", EDivisive.Settings.DEFAULT.level());
        correction.put(
                "series", reports.stream().mapToInt(SeriesReport::tested).max().orElse(0));
        document.put("correction", correction);
        document.put("series", reports.stream().map(SeriesDocument::series).toList());
        return document;
    }

    private static Map<String, Object> series(SeriesReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("case", report.series().label());
        map.put("target", report.series().target());
        map.put("machine", report.series().machine());
        map.put("measuredIn", report.measuredIn());
        map.put(
                "points",
                report.series().points().stream().map(SeriesDocument::point).toList());
        map.put("changes", report.changes().stream().map(SeriesDocument::change).toList());
        map.put(
                "anomalies",
                report.anomalies().stream().map(SeriesDocument::anomaly).toList());
        map.put(
                "verdictChanges",
                report.verdicts().stream()
                        .map(change -> {
                            Map<String, Object> each = at(change.at().toString(), change.runId());
                            each.put("before", change.before());
                            each.put("after", change.after());
                            return each;
                        })
                        .toList());
        map.put(
                "placeChanges",
                report.places().stream().map(SeriesDocument::place).toList());
        map.put(
                "versionChanges",
                report.marks().stream().map(SeriesDocument::mark).toList());
        return map;
    }

    private static Map<String, Object> at(String time, String run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("at", time);
        map.put("run", run);
        return map;
    }

    private static Map<String, Object> point(CellSeries.Point point) {
        Map<String, Object> map = at(point.at().toString(), point.runId());
        map.put("verdict", point.verdict());
        map.put("n", point.samples().size());
        map.put("medianMs", point.isTimed() ? java.util.Optional.of(point.medianMs()) : java.util.Optional.empty());
        map.put("disturbed", point.disturbed());
        map.put("reached", reached(point.reached()));
        return map;
    }

    private static Map<String, Object> reached(ActualPlacement reached) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("backend", reached.backend());
        map.put("proof", reached.proof());
        map.put("deviceType", reached.deviceType());
        map.put("software", reached.software());
        map.put("adapter", reached.adapter());
        map.put("words", reached.words());
        return map;
    }

    private static Map<String, Object> place(SeriesReport.PlaceChange change) {
        Map<String, Object> map = at(change.at().toString(), change.runId());
        map.put("before", reached(change.before()));
        map.put("after", reached(change.after()));
        map.put("fellBack", change.fellBack());
        map.put("sentence", "since run %s %s".formatted(change.runId(), change.words()));
        return map;
    }

    private static Map<String, Object> change(SeriesReport.ChangePoint change) {
        Map<String, Object> map = at(change.at().toString(), change.runId());
        map.put("on", change.on().words());
        map.put("beforeMs", change.beforeMs());
        map.put("afterMs", change.afterMs());
        map.put("ratio", change.shift().ratio());
        map.put(
                "ci95",
                List.of(change.shift().ci95().low(), change.shift().ci95().high()));
        map.put("p", change.p());
        map.put("versions", change.versions().stream().map(SeriesDocument::mark).toList());
        return map;
    }

    private static Map<String, Object> anomaly(SeriesReport.Anomaly anomaly) {
        Map<String, Object> map = at(anomaly.at().toString(), anomaly.runId());
        map.put("medianMs", anomaly.medianMs());
        map.put("expectedMs", anomaly.expectedMs());
        map.put("ratio", anomaly.ratio());
        map.put("deviations", anomaly.deviations());
        map.put("disturbed", anomaly.disturbed());
        return map;
    }

    private static Map<String, Object> mark(SeriesReport.VersionMark mark) {
        Map<String, Object> map = at(mark.at().toString(), mark.runId());
        map.put("what", mark.what());
        map.put("before", mark.before());
        map.put("after", mark.after());
        map.put("distance", mark.distance());
        return map;
    }

    /** The JSON Schema of the document, draft 2020-12. */
    public static String schema() {
        try (InputStream in = SeriesDocument.class.getResourceAsStream("/dev/bascule/reports/series-v1.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
