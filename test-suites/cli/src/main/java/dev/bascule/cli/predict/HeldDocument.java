package dev.bascule.cli.predict;

import dev.bascule.prediction.held.HeldReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document of {@code predict --held --json}; {@code prediction-held-v1.schema.json} describes it. Stateless. */
final class HeldDocument {
    private static final int SCHEMA_VERSION = 1;

    private HeldDocument() {}

    static Map<String, @Nullable Object> of(HeldReport report) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("made", report.made());
        document.put("measured", report.measured());
        document.put("failed", report.failed());
        document.put("replaced", report.replaced());
        document.put("open", report.open());
        document.put("imported", report.imported());
        document.put("alarm", report.isAlarm());
        document.put("rows", report.rows().stream().map(HeldDocument::row).toList());
        return document;
    }

    private static Map<String, @Nullable Object> row(HeldReport.Row row) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("group", row.group().words());
        part.put("name", row.name());
        part.put("times", row.times());
        part.put("medianError", row.medianError());
        part.put("coverage", row.coverage().stream().map(HeldDocument::coverage).toList());
        return part;
    }

    private static Map<String, @Nullable Object> coverage(HeldReport.Coverage coverage) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("level", coverage.level());
        part.put("held", coverage.held().hits());
        part.put("of", coverage.held().of());
        part.put("share", coverage.held().share());
        part.put("ci95", List.of(coverage.held().low(), coverage.held().high()));
        part.put("alarm", coverage.alarm());
        return part;
    }
}
