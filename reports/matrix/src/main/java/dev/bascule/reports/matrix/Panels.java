package dev.bascule.reports.matrix;

import dev.bascule.reports.matrix.Matrix.Column;
import java.util.ArrayList;
import java.util.List;

/** Parts the columns of a matrix into panels that a terminal has room for. A browser's columns stay together if they can. Stateless. */
final class Panels {
    /** A border with a space on each side. */
    static final int BORDER = 3;

    private Panels() {}

    /**
     * A panel's columns, by their place in the matrix.
     *
     * @param from the first
     * @param to one after the last
     */
    record Panel(int from, int to) {}

    /**
     * Panels in order, each of at least one column.
     *
     * @param room what is left beside the rows' labels
     */
    static List<Panel> of(List<Column> columns, List<Integer> widths, int room) {
        List<Panel> panels = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < columns.size()) {
            int end = endOfGroup(columns, at);
            if (total(widths.subList(from, end)) <= room) {
                at = end;
            } else if (at > from && total(widths.subList(at, end)) <= room) {
                panels.add(new Panel(from, at));
                from = at;
            } else {
                int to = Math.max(at, from + 1);
                while (to < end && total(widths.subList(from, to + 1)) <= room) {
                    to++;
                }
                panels.add(new Panel(from, to));
                from = to;
                at = to;
            }
        }
        if (from < columns.size()) {
            panels.add(new Panel(from, columns.size()));
        }
        return panels;
    }

    private static int endOfGroup(List<Column> columns, int start) {
        int end = start;
        while (end < columns.size()
                && columns.get(end).group().equals(columns.get(start).group())) {
            end++;
        }
        return end;
    }

    private static int total(List<Integer> widths) {
        return widths.stream().mapToInt(width -> width + BORDER).sum();
    }
}
