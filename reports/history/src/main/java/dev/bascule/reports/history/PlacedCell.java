package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A cell summary with what its row and its column say of themselves. The one place where cells are made of case runs, so that
 * every history shows the same.
 */
record PlacedCell(CellSummary cell, RowParts row, ColumnParts column) {

    /** What a row's key stands for. */
    record RowParts(String key, String model, String sha256, String caseName, SortedMap<String, String> settings) {

        static RowParts of(String key, CaseRun run) {
            return new RowParts(
                    key, run.model().name(), run.model().sha256(), run.caseId().name(), CellKey.settings(run));
        }

        /** What the filter of words looks at. */
        String words() {
            return "%s %s %s".formatted(model, caseName, settings.toString()).toLowerCase(Locale.ROOT);
        }
    }

    /** What a column's key stands for. */
    record ColumnParts(
            String machine,
            String key,
            String where,
            Optional<String> browser,
            String engine,
            Side side,
            List<String> chain,
            Optional<DeviceType> deviceType,
            Optional<String> device) {

        static ColumnParts of(String machine, String key, CaseRun run) {
            Target first = run.attempts().get(0).target();
            return new ColumnParts(
                    machine,
                    key,
                    CellKey.where(run),
                    first.browser().map(browser -> browser.name()),
                    first.engine().name(),
                    run.chain().first().side(),
                    run.chain().rungs().stream().map(Backend::id).toList(),
                    run.chain().isStrict() ? Optional.of(first.deviceType()) : Optional.empty(),
                    CellKey.device(run));
        }

        /** What the filter of browsers knows it by. */
        String browserOrWhere() {
            return browser.orElse(where);
        }
    }

    private record Seen(int position, CaseResult caseResult) {}

    /**
     * The cells of a run: for each place the worst of its case runs, the first of equally bad ones. A skipped one is none, and
     * one that never began for want of a backend is only where none began.
     */
    static List<PlacedCell> of(RunRecord run) {
        return of(CaseResult.allOf(run));
    }

    /** @param run all of its case runs, in its order */
    static List<PlacedCell> of(List<CaseResult> run) {
        Map<CellKey, List<Seen>> places = new LinkedHashMap<>();
        int position = 0;
        for (CaseResult caseResult : run) {
            Seen seen = new Seen(position++, caseResult);
            if (caseResult.run().verdict() != Verdict.SKIPPED) {
                places.computeIfAbsent(CellKey.of(caseResult.run()), key -> new ArrayList<>())
                        .add(seen);
            }
        }
        List<PlacedCell> cells = new ArrayList<>();
        places.forEach((key, all) -> {
            List<Seen> telling =
                    all.stream().filter(seen -> seen.caseResult().isTelling()).toList();
            cells.add(worst(key, telling.isEmpty() ? all : telling));
        });
        return cells;
    }

    private static PlacedCell worst(CellKey key, List<Seen> seen) {
        Seen worst = seen.get(0);
        for (Seen other : seen) {
            worst = other.caseResult()
                                    .run()
                                    .verdict()
                                    .compareTo(worst.caseResult().run().verdict())
                            > 0
                    ? other
                    : worst;
        }
        String machine = worst.caseResult().machine().fingerprint();
        CaseRun shown = worst.caseResult().run();
        return new PlacedCell(
                CellSummary.of(
                        MatrixCell.of(worst.caseResult()),
                        new CellPlace(machine, key.row(), key.column()),
                        new CaseRunRef(worst.caseResult().runId(), worst.position()),
                        seen.size() - 1),
                RowParts.of(key.row(), shown),
                ColumnParts.of(machine, key.column(), shown));
    }
}
