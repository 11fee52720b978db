package dev.bascule.cli.history;

import dev.bascule.fallback.run.Tool;
import dev.bascule.reports.history.HistoryCopy;
import dev.bascule.reports.history.ImportResult;
import dev.bascule.reports.history.IntegrityFinding;
import dev.bascule.reports.history.Manifest;
import dev.bascule.reports.history.PrunePlan;
import dev.bascule.reports.history.QuantizationHeading;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.history.TrainingHeading;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@code history} and its commands print with {@code --json}; {@code history-v1.schema.json} describes it. Stateless. */
final class HistoryDocuments {
    private HistoryDocuments() {}

    private static Map<String, Object> document(String action) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("action", action);
        return document;
    }

    static Map<String, Object> list(
            List<RunHeading> shown, int all, List<TrainingHeading> trainings, List<QuantizationHeading> quantizations) {
        Map<String, Object> document = document("list");
        document.put("total", all);
        document.put("runs", shown.stream().map(HistoryDocuments::run).toList());
        document.put(
                "trainings", trainings.stream().map(ListedTrainings::document).toList());
        document.put(
                "quantizations",
                quantizations.stream().map(ListedQuantizations::document).toList());
        return document;
    }

    private static Map<String, Object> run(RunHeading run) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", run.id());
        object.put("startedAt", run.startedAt());
        object.put("elapsedMs", run.elapsed().toNanos() / 1e6);
        object.put("suite", run.suite());
        object.put("command", run.command());
        object.put("interrupted", run.interrupted());
        object.put("machine", run.machineFingerprint());
        object.put("bascule", run.tool().map(Tool::version));
        object.put("verdicts", run.verdicts());
        object.put("scenarios", run.scenarios());
        return object;
    }

    static Map<String, Object> backup(Path file, long bytes) {
        Map<String, Object> document = document("backup");
        document.put("file", file.toString());
        document.put("bytes", bytes);
        return document;
    }

    static Map<String, Object> export(Path folder, Manifest manifest) {
        Map<String, Object> document = document("export");
        document.put("folder", folder.toString());
        document.put("tableVersion", manifest.schemaVersion());
        document.put("runs", manifest.runs());
        document.put("tables", manifest.tables().size());
        return document;
    }

    static Map<String, Object> imported(ImportResult result) {
        Map<String, Object> document = document("import");
        document.put("added", result.added());
        document.put("known", result.known());
        document.put(
                "sources",
                result.sources().stream()
                        .map(source -> {
                            Map<String, Object> object = new LinkedHashMap<>();
                            object.put("source", source.path().toString());
                            object.put("added", source.added());
                            object.put("known", source.known());
                            return object;
                        })
                        .toList());
        return document;
    }

    static Map<String, Object> prune(PrunePlan plan, boolean done) {
        Map<String, Object> document = document("prune");
        document.put("done", done);
        document.put("going", plan.going().stream().map(HistoryDocuments::run).toList());
        document.put(
                "keptForCells", plan.keptForCells().stream().map(RunHeading::id).toList());
        document.put("staying", plan.staying());
        document.put("attempts", plan.attempts());
        return document;
    }

    static Map<String, Object> compact(Path file, HistoryCopy.Compacted sizes) {
        Map<String, Object> document = document("compact");
        document.put("file", file.toString());
        document.put("bytesBefore", sizes.before());
        document.put("bytesAfter", sizes.after());
        return document;
    }

    static Map<String, Object> check(List<IntegrityFinding> findings, int runs) {
        Map<String, Object> document = document("check");
        document.put("runs", runs);
        document.put(
                "findings",
                findings.stream()
                        .map(finding -> {
                            Map<String, Object> object = new LinkedHashMap<>();
                            object.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
                            object.put("where", finding.where());
                            object.put("detail", finding.detail());
                            return object;
                        })
                        .toList());
        return document;
    }
}
