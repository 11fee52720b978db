package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.matrix.CellLines.Detail;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Row;
import dev.bascule.reports.matrix.Panels.Panel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The matrix as a table for a terminal: as much in a cell as the width allows, more columns than fit in panels one below
 * the other, then a legend, and what happened to every cell that is not a plain PASS. Belongs to one thread.
 */
public final class MatrixText {
    private static final int WIDEST_LABEL = 28;
    private static final int NARROWEST_LABEL = 16;
    private static final int NARROWEST_COLUMN = 9;

    private final Matrix matrix;
    private final ElsewhereCosts costs;
    private final TextStyle style;
    private final StringBuilder out = new StringBuilder();
    private final int label;
    private final List<String> rowLabels;

    private MatrixText(Matrix matrix, ElsewhereCosts costs, TextStyle style) {
        this.matrix = matrix;
        this.costs = costs;
        this.style = style;
        int longest = matrix.rows().stream()
                .flatMap(row -> Stream.of(row.label(), row.model().family().id()))
                .mapToInt(text -> TextStyle.length(style.plain(text)))
                .max()
                .orElse(0);
        this.label = Math.min(longest, Math.min(WIDEST_LABEL, Math.max(NARROWEST_LABEL, style.width() * 2 / 7)));
        this.rowLabels = style.fitted(matrix.rows().stream().map(Row::label).toList(), label);
    }

    public static String render(Matrix matrix, TextStyle style) {
        return render(matrix, ElsewhereCosts.NONE, style);
    }

    /** With what fallbacks cost elsewhere. */
    public static String render(Matrix matrix, ElsewhereCosts costs, TextStyle style) {
        return matrix.rows().isEmpty() ? "no cells\n" : new MatrixText(matrix, costs, style).render();
    }

    private String render() {
        List<Integer> full = widths(Detail.FULL);
        List<Integer> brief = widths(Detail.SHORT);
        List<Panel> panels = panels(brief);
        // Intervals are worth width, but not another panel.
        Detail detail = panels(full).size() <= panels.size() ? Detail.FULL : Detail.SHORT;
        List<Integer> widths = detail == Detail.FULL ? full : brief;
        for (Panel panel : panels(widths)) {
            out.append(out.length() > 0 ? "\n" : "");
            panel(panel, widths, detail);
        }
        new MatrixLegend(matrix, costs, style, out).write();
        return out.toString();
    }

    private List<Panel> panels(List<Integer> widths) {
        return Panels.of(matrix.columns(), widths, style.width() - label);
    }

    /** A column takes its widest line; its head is broken rather than that it widens it much. */
    private List<Integer> widths(Detail detail) {
        return matrix.columns().stream()
                .map(column -> Math.max(
                        headWidth(column),
                        matrix.rows().stream()
                                .flatMap(row -> lines(row, column, detail).stream())
                                .mapToInt(TextStyle::length)
                                .max()
                                .orElse(0)))
                .toList();
    }

    private int headWidth(Column column) {
        String head = head(column);
        int longestPart =
                style.broken(head, 1).stream().mapToInt(TextStyle::length).max().orElse(0);
        return Math.max(longestPart, Math.min(NARROWEST_COLUMN, TextStyle.length(head)));
    }

    private String head(Column column) {
        return style.plain(column.label()) + (column.software() ? "*" : "");
    }

    private void panel(Panel panel, List<Integer> allWidths, Detail detail) {
        List<Column> columns = matrix.columns().subList(panel.from(), panel.to());
        List<Integer> widths = allWidths.subList(panel.from(), panel.to());
        groups(columns, widths);
        List<List<String>> heads = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            heads.add(style.broken(head(columns.get(i)), widths.get(i)));
        }
        block(List.of(), heads, widths, List.of());
        rule(widths);
        for (int i = 0; i < matrix.rows().size(); i++) {
            Row row = matrix.rows().get(i);
            if (i > 0) {
                line("", columns.stream().map(column -> "").toList(), widths, List.of());
            }
            block(
                    heads(i),
                    columns.stream().map(column -> lines(row, column, detail)).toList(),
                    widths,
                    columns.stream()
                            .map(column -> matrix.cell(row, column).map(MatrixCell::verdict))
                            .toList());
        }
    }

    /** The label, over several lines where it tells sizes, and the family. */
    private List<String> heads(int row) {
        String whole = style.plain(matrix.rows().get(row).label());
        List<String> heads = new ArrayList<>(
                whole.contains("=") && matrix.rows().get(row).label().contains(" ")
                        ? style.fitted(style.broken(whole, label), label)
                        : List.of(rowLabels.get(row)));
        heads.add(matrix.rows().get(row).model().family().id());
        return heads;
    }

    /** The head of heads: the browser over its columns, broken to their width. */
    private void groups(List<Column> columns, List<Integer> widths) {
        List<List<String>> names = new ArrayList<>();
        List<Integer> spans = new ArrayList<>();
        for (int i = 0; i < columns.size(); ) {
            String group = columns.get(i).group();
            int span = -Panels.BORDER;
            while (i < columns.size() && columns.get(i).group().equals(group)) {
                span += widths.get(i) + Panels.BORDER;
                i++;
            }
            names.add(style.broken(style.plain(group), span));
            spans.add(span);
        }
        int height = names.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < height; i++) {
            StringBuilder line = new StringBuilder(" ".repeat(label));
            for (int g = 0; g < names.size(); g++) {
                String name = i < names.get(g).size() ? names.get(g).get(i) : "";
                line.append(style.plain(" │ ")).append(style.bold(style.fit(name, spans.get(g))));
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    private void rule(List<Integer> widths) {
        StringBuilder line = new StringBuilder("─".repeat(label + 1));
        for (int width : widths) {
            line.append('┼').append("─".repeat(width + 2));
        }
        // The last column has no space after it.
        line.setLength(line.length() - 1);
        out.append(style.plain(line.toString())).append('\n');
    }

    /** As many lines as the highest cell has. */
    private void block(
            List<String> heads, List<List<String>> cells, List<Integer> widths, List<Optional<Verdict>> verdicts) {
        int height =
                Math.max(heads.size(), cells.stream().mapToInt(List::size).max().orElse(0));
        for (int i = 0; i < height; i++) {
            List<String> line = new ArrayList<>();
            for (List<String> cell : cells) {
                line.add(i < cell.size() ? cell.get(i) : "");
            }
            line(i < heads.size() ? heads.get(i) : "", line, widths, i == 0 ? verdicts : List.of());
        }
    }

    private void line(String head, List<String> cells, List<Integer> widths, List<Optional<Verdict>> verdicts) {
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
                .map(cell ->
                        CellLines.of(cell, detail).stream().map(style::plain).toList())
                .orElse(List.of(column.absent().isPresent() ? "not run" : style.plain("·")));
    }
}
