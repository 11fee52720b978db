package dev.bascule.reports.chart;

import dev.bascule.fallback.job.Memory;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.RowCells;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a model needs on several targets, in bytes.
 *
 * @param rows a target each, in the order of the matrix
 * @param estimate what the model's tensors need by their shapes, where the run computed it
 */
public record MemoryChart(List<Row> rows, Optional<Long> estimate) implements ChartData {

    public MemoryChart {
        rows = List.copyOf(rows);
    }

    /** A target with what its processes used. */
    public record Row(String label, Memory memory) {}

    /** Of the right cells whose memory was read; empty where none was. */
    public static Optional<MemoryChart> of(Matrix matrix, Matrix.Row row, Optional<Long> estimate) {
        List<Row> rows = RowCells.of(matrix, row).stream()
                .filter(named -> named.cell().decisive().succeeded())
                .flatMap(named ->
                        Optional.of(named.cell().decisive())
                                .flatMap(attempt -> attempt.measured().memory())
                                .stream()
                                .map(memory -> new Row(named.label(), memory)))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new MemoryChart(rows, estimate));
    }

    /**
     * Who told figures.
     *
     * @param of the targets' labels; of whoever told the most of several, that it is the others
     */
    public record Source(String name, String of) {}

    /** Who told the figures, each once, whoever told the most at the end. */
    public List<Source> sources() {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        rows.forEach(row -> labels.computeIfAbsent(row.memory().source(), source -> new ArrayList<>())
                .add(row.label()));
        List<String> byCount = labels.keySet().stream()
                .sorted(Comparator.comparingInt(
                        source -> labels.getOrDefault(source, List.of()).size()))
                .toList();
        List<Source> sources = new ArrayList<>();
        for (String source : byCount) {
            boolean most = sources.size() == byCount.size() - 1;
            String named = String.join("; ", labels.getOrDefault(source, List.of()));
            sources.add(new Source(source, !most ? named : byCount.size() == 1 ? "Read from" : "The others"));
        }
        return sources;
    }

    @Override
    public String kind() {
        return "memory";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .withKnown("estimate", estimate.map(Long::doubleValue))
                .withRows(
                        "rows",
                        rows,
                        (fields, row) -> fields.with("label", row.label())
                                .with("peak", (double) row.memory().peakBytes())
                                .withKnown("after", row.memory().afterBytes().map(Long::doubleValue)))
                .all();
    }
}
