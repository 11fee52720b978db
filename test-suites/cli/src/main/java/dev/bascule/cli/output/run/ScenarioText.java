package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioGroup;
import dev.bascule.reports.scenario.ScenarioTable;
import dev.bascule.reports.scenario.ScenarioTable.Row;
import dev.bascule.reports.scenario.ScenarioWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Scenarios for a terminal: a small table for each, then what was remarked; those that went alike once. Stateless. */
public final class ScenarioText {
    private static final String INDENT = "  ";
    private static final String NONE = "-";

    private ScenarioText() {}

    /**
     * The lines, none wider than the terminal but commands to copy; none where there are no scenarios.
     *
     * @param width columns of the terminal
     */
    public static List<String> lines(List<ScenarioRun> runs, Style style, int width) {
        List<String> lines = new ArrayList<>();
        for (ScenarioTable table : ScenarioTable.allOf(runs)) {
            for (ScenarioGroup group : ScenarioGroup.of(table.runs())) {
                ScenarioRun run = group.first();
                if (!lines.isEmpty()) {
                    lines.add("");
                }
                List<Row> rows =
                        table.rows().stream().filter(row -> row.run() == run).toList();
                lines.addAll(heading(group, style, width));
                lines.addAll(table.hasParts() ? parted(table, rows, width) : plain(run));
                remarks(group, lines, width);
            }
        }
        return lines;
    }

    private static List<String> heading(ScenarioGroup group, Style style, int width) {
        ScenarioRun run = group.first();
        String verdict = run.verdict().name();
        String text = "%s  %s  %s, %s".formatted(verdict, run.scenario(), group.models(), group.where());
        List<String> wrapped = new ArrayList<>(wrapped(printable(text), INDENT, width));
        wrapped.set(0, style.verdict(run.verdict()) + wrapped.get(0).substring(verdict.length()));
        return wrapped;
    }

    /** A figure a line. */
    private static List<String> plain(ScenarioRun run) {
        return run.observed().figures().isEmpty()
                ? List.of()
                : table(
                        List.of(),
                        run.observed().figures().stream()
                                .map(figure -> List.of(INDENT + figure.name(), FigureText.of(figure)))
                                .toList());
    }

    /** A part a line, side by side as many columns as there is room for; the others below. */
    private static List<String> parted(ScenarioTable table, List<Row> rows, int width) {
        List<Integer> used = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int column = i;
            if (rows.stream().anyMatch(row -> row.cells().get(column).isPresent())) {
                used.add(column);
            }
        }
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < used.size()) {
            int to = used.size();
            List<String> block = block(table, rows, used.subList(from, to));
            while (to > from + 1 && block.stream().anyMatch(line -> line.length() > width)) {
                to--;
                block = block(table, rows, used.subList(from, to));
            }
            lines.addAll(block);
            from = to;
        }
        return lines;
    }

    private static List<String> block(ScenarioTable table, List<Row> rows, List<Integer> columns) {
        List<String> heads = new ArrayList<>(List.of(INDENT));
        columns.forEach(column -> heads.add(table.columns().get(column)));
        List<List<String>> lines = new ArrayList<>();
        for (Row row : rows) {
            List<Optional<Figure>> cells =
                    columns.stream().map(column -> row.cells().get(column)).toList();
            if (cells.stream().anyMatch(Optional::isPresent)) {
                List<String> line = new ArrayList<>(List.of(INDENT + row.part()));
                cells.forEach(cell -> line.add(cell.map(FigureText::of).orElse(NONE)));
                lines.add(line);
            }
        }
        return table(heads, lines);
    }

    private static List<String> table(List<String> heads, List<List<String>> rows) {
        TextTable table = new TextTable(printable(heads.isEmpty() ? rows.get(0) : heads));
        rows.stream().skip(heads.isEmpty() ? 1 : 0).forEach(row -> table.row(printable(row)));
        return table.toString().lines().toList();
    }

    private static void remarks(ScenarioGroup group, List<String> lines, int width) {
        ScenarioRun run = group.first();
        ScenarioWords.remarks(run).forEach(remark -> lines.addAll(wrapped(INDENT + printable(remark), "    ", width)));
        run.failure().ifPresent(why -> {
            lines.addAll(wrapped(
                    INDENT + "try: " + printable(Shell.asCalled(String.join(" · ", why.remedies()))), "    ", width));
            // A command line is never wrapped: it is there to be copied.
            group.reproduces().forEach(line -> lines.add(INDENT + "reproduce: " + printable(line)));
        });
    }

    /** Text from outside cannot move the cursor. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    private static String[] printable(List<String> cells) {
        return cells.stream().map(ScenarioText::printable).toArray(String[]::new);
    }

    private static List<String> wrapped(String text, String indent, int width) {
        String lead = text.substring(0, text.length() - text.stripLeading().length());
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(lead);
        for (String word : text.strip().split(" ", -1)) {
            boolean begun = !line.toString().isBlank();
            if (begun && line.length() + 1 + word.length() > width) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indent);
                begun = false;
            }
            line.append(begun ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
