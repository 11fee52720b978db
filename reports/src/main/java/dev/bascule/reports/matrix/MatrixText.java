package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The matrix as a table for a terminal: as much in a cell as the width allows, more columns than fit in panels one below
 * the other, then a legend, and what happened to every cell that is not a plain PASS. Belongs to one thread.
 */
public final class MatrixText {
    private static final int WIDEST_LABEL = 28;

    private final Matrix matrix;
    private final TextStyle style;
    private final Map<String, String> chainNames = new LinkedHashMap<>();
    private final StringBuilder out = new StringBuilder();

    private MatrixText(Matrix matrix, TextStyle style) {
        this.matrix = matrix;
        this.style = style;
    }

    public static String render(Matrix matrix, TextStyle style) {
        return new MatrixText(matrix, style).render();
    }

    /** How much a cell says. */
    private enum Detail {
        FULL,
        SHORT
    }

    private String render() {
        if (matrix.rows().isEmpty()) {
            return "no cells\n";
        }
        matrix.columns().stream()
                .filter(column -> !column.chain().isStrict())
                .forEach(column -> chainNames.computeIfAbsent(
                        column.label(), label -> "chain " + (char) ('A' + chainNames.size())));
        int label = Math.min(
                WIDEST_LABEL,
                matrix.rows().stream()
                        .mapToInt(row -> Math.max(
                                TextStyle.length(row.label()),
                                TextStyle.length(row.model().family().id())))
                        .max()
                        .orElse(0));
        List<Integer> full = widths(Detail.FULL);
        Detail detail = label + total(full) <= style.width() ? Detail.FULL : Detail.SHORT;
        panels(label, detail == Detail.FULL ? full : widths(Detail.SHORT), detail);
        new MatrixLegend(matrix, style, chainNames, out).write();
        return out.toString();
    }

    /** A column takes its widest line, and a border with a space on each side. */
    private static int total(List<Integer> widths) {
        return widths.stream().mapToInt(width -> width + 3).sum();
    }

    private List<Integer> widths(Detail detail) {
        return matrix.columns().stream()
                .map(column -> Math.max(
                        TextStyle.length(head(column)),
                        matrix.rows().stream()
                                .flatMap(row -> lines(row, column, detail).stream())
                                .mapToInt(TextStyle::length)
                                .max()
                                .orElse(0)))
                .toList();
    }

    private String head(Column column) {
        String name = chainNames.getOrDefault(column.label(), column.label());
        return style.plain(name) + (column.software() ? "*" : "");
    }

    /** A run of columns that fits; at least one. */
    private void panels(int label, List<Integer> widths, Detail detail) {
        int from = 0;
        while (from < widths.size()) {
            int to = from + 1;
            while (to < widths.size() && label + total(widths.subList(from, to + 1)) <= style.width()) {
                to++;
            }
            if (from > 0) {
                out.append('\n');
            }
            panel(label, from, to, widths, detail);
            from = to;
        }
    }

    private void panel(int label, int from, int to, List<Integer> widths, Detail detail) {
        List<Column> columns = matrix.columns().subList(from, to);
        groups(label, columns, widths.subList(from, to));
        line(label, "", columns.stream().map(this::head).toList(), widths.subList(from, to));
        rule(label, widths.subList(from, to));
        for (int i = 0; i < matrix.rows().size(); i++) {
            if (i > 0) {
                line(label, "", columns.stream().map(column -> "").toList(), widths.subList(from, to));
            }
            row(label, matrix.rows().get(i), columns, widths.subList(from, to), detail);
        }
    }

    /** The head of heads: the browser over its columns, cut to their width. */
    private void groups(int label, List<Column> columns, List<Integer> widths) {
        StringBuilder line = new StringBuilder(" ".repeat(label));
        for (int i = 0; i < columns.size(); ) {
            String group = columns.get(i).group();
            int width = -3;
            while (i < columns.size() && columns.get(i).group().equals(group)) {
                width += widths.get(i) + 3;
                i++;
            }
            line.append(style.plain(" │ ")).append(style.bold(style.fit(style.plain(group), width)));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private void rule(int label, List<Integer> widths) {
        StringBuilder line = new StringBuilder("─".repeat(label + 1));
        for (int width : widths) {
            line.append('┼').append("─".repeat(width + 2));
        }
        // The last column has no space after it.
        line.setLength(line.length() - 1);
        out.append(style.plain(line.toString())).append('\n');
    }

    private void row(int label, Row row, List<Column> columns, List<Integer> widths, Detail detail) {
        List<List<String>> cells =
                columns.stream().map(column -> lines(row, column, detail)).toList();
        int height = Math.max(2, cells.stream().mapToInt(List::size).max().orElse(0));
        for (int i = 0; i < height; i++) {
            List<String> line = new ArrayList<>();
            for (List<String> cell : cells) {
                line.add(i < cell.size() ? cell.get(i) : "");
            }
            String head = i == 0 ? row.label() : i == 1 ? row.model().family().id() : "";
            line(label, head, line, widths, i == 0 ? verdicts(row, columns) : List.of());
        }
    }

    private List<Optional<Verdict>> verdicts(Row row, List<Column> columns) {
        return columns.stream()
                .map(column -> matrix.cell(row, column).map(MatrixCell::verdict))
                .toList();
    }

    private void line(int label, String head, List<String> cells, List<Integer> widths) {
        line(label, head, cells, widths, List.of());
    }

    private void line(
            int label, String head, List<String> cells, List<Integer> widths, List<Optional<Verdict>> verdicts) {
        StringBuilder line = new StringBuilder(style.fit(style.plain(head), label));
        for (int i = 0; i < cells.size(); i++) {
            String fitted = style.fit(cells.get(i), widths.get(i));
            Optional<Verdict> verdict = i < verdicts.size() ? verdicts.get(i) : Optional.empty();
            line.append(style.plain(" │ "))
                    .append(verdict.map(known -> style.colored(known, fitted)).orElse(fitted));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private List<String> lines(Row row, Column column, Detail detail) {
        return matrix.cell(row, column)
                .map(cell -> lines(cell, detail).stream().map(style::plain).toList())
                .orElse(List.of(style.plain("·")));
    }

    private static List<String> lines(MatrixCell cell, Detail detail) {
        List<String> lines = new ArrayList<>();
        lines.add(cell.verdict() + " " + Marks.of(cell.proof()));
        cell.reached().ifPresent(backend -> lines.add("→ " + backend));
        cell.summary().ifPresent(summary -> {
            Optional<Interval> interval = summary.ci95().filter(ends -> detail == Detail.FULL);
            lines.add(interval.map(ends -> Figures.withInterval(summary.median(), ends.low(), ends.high()))
                    .orElse(Figures.millis(summary.median())));
        });
        List<String> last = new ArrayList<>();
        cell.relative().map(Marks::ratio).filter(text -> !text.isEmpty()).ifPresent(last::add);
        cell.score().ifPresent(score -> last.add("[" + score.value() + "]"));
        if (!last.isEmpty()) {
            lines.add(String.join(" ", last));
        }
        return lines;
    }
}
