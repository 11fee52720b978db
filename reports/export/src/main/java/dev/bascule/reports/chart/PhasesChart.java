package dev.bascule.reports.chart;

import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.RowCells;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a user waits for, phase by phase, on several targets.
 *
 * @param rows a target each, in the order of the matrix
 */
public record PhasesChart(List<Row> rows) implements ChartData {

    public PhasesChart {
        rows = List.copyOf(rows);
    }

    /** A target with its phases; warm is the median of its warm inferences in milliseconds. */
    public record Row(String label, Phases phases, Optional<Double> warm) {}

    /** Of the right cells; empty where none tells a phase. */
    public static Optional<PhasesChart> of(Matrix matrix, Matrix.Row row) {
        List<Row> rows = RowCells.of(matrix, row).stream()
                .filter(named -> named.cell().decisive().succeeded())
                .map(named -> new Row(
                        named.label(),
                        named.cell().decisive().measured().phases(),
                        named.cell().summary().map(Summary::median)))
                .filter(each -> !each.phases().equals(Phases.NONE))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new PhasesChart(rows));
    }

    @Override
    public String kind() {
        return "phases";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .withRows(
                        "rows",
                        rows,
                        (fields, row) -> fields.with("label", row.label())
                                .withKnown("fetch", row.phases().fetch().map(PhasesChart::millis))
                                .withKnown("create", row.phases().create().map(PhasesChart::millis))
                                .withKnown("first", row.phases().first().map(PhasesChart::millis))
                                .withKnown("warm", row.warm())
                                .withKnown("dispose", row.phases().dispose().map(PhasesChart::millis)))
                .all();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
