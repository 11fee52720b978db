package dev.bascule.reports.chart;

import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.reports.format.EndToEndText;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.RowCells;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user's clock, step by step, on several targets.
 *
 * @param rows a target each, in the order of the matrix
 */
public record StepsChart(List<Row> rows) implements ChartData {

    public StepsChart {
        rows = List.copyOf(rows);
    }

    /** A target with what it took from the file to the outputs. */
    public record Row(String label, EndToEnd times) {}

    /** Of the right cells that measured it; empty where none did. */
    public static Optional<StepsChart> of(Matrix matrix, Matrix.Row row) {
        List<Row> rows = RowCells.of(matrix, row).stream()
                .filter(named -> named.cell().decisive().succeeded())
                .flatMap(named -> named.cell().decisive().measured().endToEnd().stream()
                        .map(times -> new Row(named.label(), times)))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new StepsChart(rows));
    }

    @Override
    public String kind() {
        return "steps";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .withRows("rows", rows, (fields, row) -> {
                    fields.with("label", row.label())
                            .withKnown("total", EndToEndText.median(row.times().total()));
                    for (Step step : Step.values()) {
                        fields.withKnown(
                                step.word(),
                                Optional.ofNullable(row.times().steps().get(step))
                                        .flatMap(EndToEndText::median));
                    }
                    return fields;
                })
                .all();
    }
}
