package dev.bascule.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell, two blanks apart; the last one runs free. Belongs to one thread. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... head) {
        rows.add(List.of(head));
    }

    public TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] width = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                width[i] = Math.max(width[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) {
                    line.append(" ".repeat(width[i] - row.get(i).length() + 2));
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
