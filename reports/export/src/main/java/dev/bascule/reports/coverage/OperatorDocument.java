package dev.bascule.reports.coverage;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.coverage.OperatorCoverage.Total;
import dev.bascule.reports.matrix.Matrix.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The document of {@code matrix --ops --json}, as nested maps and lists; what is not known is null. Stateless. */
public final class OperatorDocument {
    private static final int SCHEMA_VERSION = 1;

    private OperatorDocument() {}

    public static Map<String, Object> of(OperatorCoverage coverage) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("sources", coverage.sources());
        document.put(
                "targets",
                coverage.columns().stream()
                        .map(column -> target(coverage, column))
                        .toList());
        document.put(
                "operators",
                coverage.rows().stream().map(row -> row(coverage, row)).toList());
        document.put("leftOut", Map.of("operatorsUnknown", coverage.unread(), "chains", coverage.chains()));
        return document;
    }

    static String name(Column column) {
        return column.group() + " " + column.label();
    }

    private static Map<String, Object> target(OperatorCoverage coverage, Column column) {
        Total total = coverage.total(column);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", name(column));
        map.put("backend", column.chain().first().id());
        map.put("software", column.software());
        map.put("operators", total.operators());
        map.put("operatorsRight", total.right());
        map.put("cases", total.alone().verdicts());
        map.put("composedCases", total.composed().verdicts());
        map.put("reasons", gaps(coverage.reasons(column)));
        return map;
    }

    private static Map<String, Object> row(OperatorCoverage coverage, OperatorKey row) {
        Map<String, Object> map = key(row);
        Map<String, Object> cells = new LinkedHashMap<>();
        for (Column column : coverage.columns()) {
            OperatorCell cell = coverage.cell(row, column);
            if (!cell.isEmpty()) {
                cells.put(name(column), cell(cell));
            }
        }
        map.put("targets", cells);
        return map;
    }

    static Map<String, Object> key(OperatorKey row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("domain", row.domain());
        map.put("operator", row.operator());
        map.put("opset", row.opset());
        map.put("since", row.since());
        map.put("dtype", row.dtype().map(DType::wireName));
        return map;
    }

    private static Map<String, Object> cell(OperatorCell cell) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("standing", cell.standing());
        map.put("right", cell.alone().right());
        map.put("cases", cell.alone().all());
        map.put("verdicts", cell.alone().verdicts());
        map.put("gaps", gaps(cell.gaps()));
        map.put("composed", cell.composed().verdicts());
        return map;
    }

    static List<Map<String, Object>> gaps(List<Gap> gaps) {
        return gaps.stream()
                .map(gap -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    map.put("verdict", gap.verdict());
                    map.put("code", gap.code());
                    map.put("reason", gap.message());
                    map.put("sample", gap.sample());
                    map.put("cases", gap.cases());
                    return map;
                })
                .toList();
    }
}
