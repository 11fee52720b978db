package dev.bascule.reports.chart;

import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.RowCells;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One model's warm inferences on several targets.
 *
 * @param rows a target each, the fastest first
 */
public record DistributionChart(List<Row> rows) implements ChartData {

    public DistributionChart {
        rows = List.copyOf(rows);
    }

    /** A target with its samples, at least one. */
    public record Row(String label, Samples samples, Summary summary) {}

    /** Of the right and timed cells; empty where there is none. */
    public static Optional<DistributionChart> of(Matrix matrix, Matrix.Row row) {
        List<Row> rows = RowCells.of(matrix, row).stream()
                .flatMap(named -> named.cell().summary().stream()
                        .flatMap(summary -> named.cell().decisive().measured().timing().map(Timing::measured).stream()
                                .map(samples -> new Row(named.label(), samples, summary))))
                .sorted(java.util.Comparator.comparingDouble(
                        each -> each.summary().median()))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new DistributionChart(rows));
    }

    @Override
    public String kind() {
        return "distribution";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .withRows(
                        "rows",
                        rows,
                        (fields, row) -> fields.with("label", row.label())
                                .with("samples", row.samples().millis())
                                .with("median", row.summary().median())
                                .withEnds(row.summary().ci95()))
                .all();
    }
}
