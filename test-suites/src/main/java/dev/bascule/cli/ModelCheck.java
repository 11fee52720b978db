package dev.bascule.cli;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.coverage.Forecast;
import dev.bascule.reports.coverage.Forecast.Known;
import dev.bascule.reports.coverage.Forecast.OfTarget;
import dev.bascule.reports.matrix.Sighting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Whether a model will run on each backend here, and how that is known. Immutable.
 *
 * @param model what was asked about
 * @param rows one for each backend and browser
 */
record ModelCheck(ModelInfo model, List<Row> rows) {

    ModelCheck {
        rows = List.copyOf(rows);
    }

    /** What an answer rests on, the best first. */
    enum Basis {
        /** The model was run there: now, or in a run of the history that the reason names. */
        MEASURED,
        /** Results of other models' operators let expect it. */
        PREDICTED,
        /** Nothing tells. */
        UNKNOWN
    }

    /** Whether it runs there. */
    enum Answer {
        YES,
        PARTLY,
        NO,
        /** The backend is not here to be tried. */
        NOT_HERE,
        UNKNOWN
    }

    /**
     * @param where the browser, or {@code native}
     * @param reason what was seen, or why nothing is known
     * @param remedy what gets further; empty where nothing does
     */
    record Row(String backend, String where, Basis basis, Answer answer, String reason, Optional<String> remedy) {}

    /** Whether anything is known to run it. */
    boolean isRunnable() {
        return rows.stream().anyMatch(row -> row.answer() == Answer.YES || row.answer() == Answer.PARTLY);
    }

    /**
     * Puts together what is known.
     *
     * @param tried a short run of the model now, where there was one
     * @param seen cells of the history
     * @param forecast from the operators' results, where there are any
     */
    static ModelCheck of(
            ModelInfo model,
            Collection<Backend> backends,
            Optional<RunRecord> tried,
            List<Sighting> seen,
            Optional<Forecast> forecast) {
        List<Row> rows = new ArrayList<>();
        for (Backend backend : backends) {
            List<CaseRun> now = tried.map(RunRecord::runs).orElse(List.of()).stream()
                    .filter(run -> isOn(run, backend))
                    .toList();
            List<Row> measured = now.stream()
                    .filter(run -> !run.neverBegan())
                    .map(run -> measured(run, ""))
                    .toList();
            if (!measured.isEmpty()) {
                rows.addAll(measured);
                continue;
            }
            Optional<Failure> absent = now.stream()
                    .flatMap(run -> run.decisive().failure().stream())
                    .findFirst();
            rows.add(earlier(model, backend, seen)
                    .or(() -> predicted(backend, forecast, absent))
                    .orElseGet(() -> unknown(backend, tried.isPresent(), absent)));
        }
        return new ModelCheck(model, rows);
    }

    private static boolean isOn(CaseRun run, Backend backend) {
        return run.chain().isStrict() && run.chain().first().equals(backend);
    }

    private static Row measured(CaseRun run, String when) {
        Attempt decisive = run.decisive();
        Verdict verdict = run.verdict();
        Answer answer = switch (verdict) {
            case PASS, FELL_BACK -> Answer.YES;
            case PARTIAL, FLAKY -> Answer.PARTLY;
            case WRONG, UNSUPPORTED, FAILED, CRASHED, TIMED_OUT, SKIPPED -> Answer.NO;
        };
        String nodes = decisive.evidence().nodes().entrySet().stream()
                .map(node -> "%d %s on %s"
                        .formatted(node.getValue(), node.getValue() == 1 ? "node" : "nodes", node.getKey()))
                .collect(Collectors.joining(", "));
        String software = decisive.target().software().orElse(false) ? ", a software adapter" : "";
        String said = decisive.failure()
                .map(failure -> "%s, %s: %s".formatted(verdict, failure.code(), failure.message()))
                .orElseGet(() -> verdict + (nodes.isEmpty() ? "" : ", " + nodes) + software);
        return new Row(
                run.chain().first().id(),
                where(decisive),
                Basis.MEASURED,
                answer,
                said + when,
                decisive.failure().map(failure -> failure.remedies().get(0)));
    }

    private static String where(Attempt attempt) {
        return attempt.target()
                .browser()
                .map(browser -> browser.label())
                .orElse(attempt.target().backend().side().name().toLowerCase(java.util.Locale.ROOT));
    }

    private static Optional<Row> earlier(ModelInfo model, Backend backend, List<Sighting> seen) {
        return seen.stream()
                .filter(cell -> cell.run().model().sha256().equals(model.sha256()))
                .filter(cell -> isOn(cell.run(), backend) && cell.isTelling())
                .findFirst()
                .map(cell -> measured(
                        cell.run(),
                        " (in run %s, on %s)"
                                .formatted(cell.runId(), cell.machine().cpu().name())));
    }

    private static Optional<Row> predicted(Backend backend, Optional<Forecast> forecast, Optional<Failure> absent) {
        return forecast.map(Forecast::targets).orElse(List.of()).stream()
                .filter(target -> target.column().chain().first().equals(backend))
                .filter(target -> target.nodes(Known.UNKNOWN) < target.nodes())
                .findFirst()
                .map(target -> predicted(backend, target, absent));
    }

    private static Row predicted(Backend backend, OfTarget target, Optional<Failure> absent) {
        boolean all = target.nodes(Known.RUNS) == target.nodes();
        boolean lacks = target.nodes(Known.LACKS) + target.nodes(Known.BREAKS) > 0;
        return new Row(
                backend.id(),
                target.column().group(),
                Basis.PREDICTED,
                all ? Answer.YES : lacks ? Answer.PARTLY : Answer.UNKNOWN,
                "%d of %d nodes are of operators that run there, %d partly, %d do not, %d unknown, by %d cases%s"
                        .formatted(
                                target.nodes(Known.RUNS),
                                target.nodes(),
                                target.nodes(Known.PARTLY),
                                target.nodes(Known.LACKS) + target.nodes(Known.BREAKS),
                                target.nodes(Known.UNKNOWN),
                                target.cases(),
                                absent.map(why -> "; not tried: " + why.message())
                                        .orElse("")),
                Optional.of("bascule matrix --ops MODEL lists the operators"));
    }

    private static Row unknown(Backend backend, boolean tried, Optional<Failure> absent) {
        String side = backend.side().name().toLowerCase(java.util.Locale.ROOT);
        return absent.map(why -> new Row(
                        backend.id(),
                        side,
                        Basis.UNKNOWN,
                        Answer.NOT_HERE,
                        why.message(),
                        Optional.of(why.remedies().get(0))))
                .orElseGet(() -> new Row(
                        backend.id(),
                        side,
                        Basis.UNKNOWN,
                        Answer.UNKNOWN,
                        tried
                                ? "no browser took part in the try"
                                : "not tried, and the history has neither the model nor its operators there",
                        Optional.of(tried ? "leave --browsers none out" : "leave --no-run out")));
    }

    /** The document of {@code doctor --check-model MODEL --json}. */
    Map<String, Object> document() {
        Map<String, Object> document = new java.util.LinkedHashMap<>();
        document.put("schemaVersion", 1);
        Map<String, Object> about = new java.util.LinkedHashMap<>();
        about.put("name", model.name());
        about.put("sha256", model.sha256());
        about.put("family", model.family().id());
        about.put("opsets", model.opsets());
        about.put("nodes", model.nodes());
        about.put("parameters", model.parameters());
        about.put("bytes", model.bytes());
        document.put("model", about);
        document.put(
                "backends",
                rows.stream()
                        .map(row -> {
                            Map<String, Object> map = new java.util.LinkedHashMap<>();
                            map.put("backend", row.backend());
                            map.put("where", row.where());
                            map.put("basis", word(row.basis()));
                            map.put("answer", word(row.answer()));
                            map.put("reason", row.reason());
                            map.put("remedy", row.remedy());
                            return map;
                        })
                        .toList());
        return document;
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
