package dev.bascule.bridge.dashboard.view;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.history.CellSummary;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.matrix.CellPlace;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A part of the matrix.
 *
 * @param rows of this page
 * @param columns that have a cell in any chosen row, in order
 * @param cells of these rows and columns; where there is none, nobody has run it
 * @param totals over all pages
 * @param facets what filters can choose from
 */
record MatrixAnswer(
        List<RowPart> rows,
        List<ColumnPart> columns,
        List<CellPart> cells,
        MatrixPage.Totals totals,
        Map<String, MatrixPage.Facet> facets,
        Page page) {

    /** @param key the same as long as model, case and settings are */
    record RowPart(
            String key,
            String label,
            String model,
            String sha256,
            String family,
            String task,
            @JsonProperty("case") String caseName,
            SortedMap<String, String> settings) {
        static RowPart of(MatrixPage.Row row) {
            return new RowPart(
                    row.key(),
                    row.label(),
                    row.model(),
                    row.sha256(),
                    row.family().id(),
                    row.task(),
                    row.caseName(),
                    row.settings());
        }
    }

    /**
     * @param id machine and key, for {@code /hardware}
     * @param key the machine left out
     * @param machine fingerprint
     * @param group the browser with its version, or {@code native}
     */
    record ColumnPart(
            String id,
            String key,
            String machine,
            String group,
            String label,
            String side,
            Optional<String> browser,
            String engine,
            List<String> chain,
            Optional<String> deviceType,
            Optional<String> device,
            Optional<Boolean> software) {
        static ColumnPart of(MatrixPage.Column column) {
            return new ColumnPart(
                    columnId(column.machine(), column.key()),
                    column.key(),
                    column.machine(),
                    column.group(),
                    column.label(),
                    word(column.side()),
                    column.browser(),
                    column.engine(),
                    column.chain(),
                    column.deviceType().map((DeviceType type) -> word(type)),
                    column.device(),
                    column.software());
        }
    }

    /**
     * @param id for {@code /cells/{id}}
     * @param row index, from 0, of its row in this page
     * @param column index, from 0, of its column
     * @param began whether there was anything to run it on
     * @param requested the backend asked for first
     * @param software whether it ran on a software adapter; empty where nobody said
     * @param actual the backend that gave right outputs, as far as known
     * @param ratio to the native CPU's time: above 1 is slower
     * @param basis how well the two can be compared
     * @param ways imported, attached: how it came here, where it was not measured by this program alone
     * @param fromExact root mean square of how far outputs are from the exact result, in σ
     * @param merged how many other case runs of the same run are behind this cell, none worse
     */
    record CellPart(
            String id,
            int row,
            int column,
            Instant startedAt,
            boolean began,
            Verdict verdict,
            ProofClass proof,
            Optional<Boolean> software,
            boolean throttled,
            Optional<String> noise,
            String requested,
            Optional<String> actual,
            Optional<Double> medianMs,
            Optional<List<Double>> ci95Ms,
            Optional<Integer> n,
            Optional<Double> ratio,
            Optional<List<Double>> ratioCi95,
            Optional<String> basis,
            Optional<Integer> score,
            Optional<ReasonPart> reason,
            List<String> ways,
            Optional<Double> fromExact,
            int merged) {
        static CellPart of(CellSummary cell, int row, int column, List<String> ways) {
            return new CellPart(
                    CellIds.text(cell.caseRun()),
                    row,
                    column,
                    cell.startedAt(),
                    cell.began(),
                    cell.verdict(),
                    cell.proof(),
                    cell.software(),
                    cell.throttled(),
                    cell.noise(),
                    cell.requested(),
                    cell.actual(),
                    cell.time().map(CellSummary.Time::medianMs),
                    cell.time().flatMap(CellSummary.Time::ci95).map(MatrixAnswer::ends),
                    cell.time().map(CellSummary.Time::n),
                    cell.relative().map(CellSummary.Relative::ratio),
                    cell.relative().flatMap(CellSummary.Relative::ci95).map(MatrixAnswer::ends),
                    cell.relative().map(relative -> word(relative.basis())),
                    cell.score(),
                    cell.reason().map(reason -> new ReasonPart(reason.code(), reason.message())),
                    ways,
                    cell.fromExact(),
                    cell.merged());
        }
    }

    record ReasonPart(ErrorCode code, String message) {}

    static Map<String, MatrixPage.Facet> facets(MatrixPage.Facets facets) {
        Map<String, MatrixPage.Facet> byFilter = new LinkedHashMap<>();
        byFilter.put("model", facets.models());
        byFilter.put("family", families(facets.families()));
        byFilter.put("browser", facets.browsers());
        byFilter.put("backend", facets.backends());
        byFilter.put("engine", facets.engines());
        byFilter.put("machine", facets.machines());
        byFilter.put("verdict", facets.verdicts());
        byFilter.put("suite", facets.suites());
        return byFilter;
    }

    /** Families in the word that everything else calls them by. */
    private static MatrixPage.Facet families(MatrixPage.Facet facet) {
        return new MatrixPage.Facet(
                facet.values().stream()
                        .map(value -> new MatrixPage.Value(familyId(value.value()), value.count()))
                        .toList(),
                facet.distinct());
    }

    private static String familyId(String name) {
        return Family.ofId(name).orElseGet(() -> Family.valueOf(name)).id();
    }

    static String columnId(String machine, String key) {
        return machine + "|" + key;
    }

    static String columnId(CellPlace place) {
        return columnId(place.machine(), place.column());
    }

    static List<Double> ends(Interval interval) {
        return List.of(interval.low(), interval.high());
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
