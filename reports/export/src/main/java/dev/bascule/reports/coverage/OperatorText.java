package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.coverage.OperatorCoverage.Source;
import dev.bascule.reports.coverage.OperatorCoverage.Total;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The operator matrix as a table for a terminal, with the reasons of what is not right. Belongs to one thread. */
public final class OperatorText {
    private static final int REASONS = 12;
    private static final String GAP = "  ";

    private final OperatorCoverage coverage;
    private final List<OperatorKey> shown;
    private final TextStyle style;
    private final StringBuilder out = new StringBuilder();

    private OperatorText(OperatorCoverage coverage, int limit, TextStyle style) {
        this.coverage = coverage;
        this.shown = coverage.rows().stream().limit(limit).toList();
        this.style = style;
    }

    /**
     * @param limit no more rows than these, the worst
     */
    public static String render(OperatorCoverage coverage, int limit, TextStyle style) {
        return new OperatorText(coverage, limit, style).render();
    }

    private String render() {
        table();
        int hidden = coverage.rows().size() - shown.size();
        if (hidden > 0) {
            out.append(style.plain(
                    "… and %s, none worse (--limit 0 shows all)\n".formatted(Figures.counted(hidden, "more row"))));
        }
        legend();
        reasons();
        return out.toString();
    }

    private void table() {
        List<Column> columns = coverage.columns();
        int name = widest(shown, row -> row.name().length(), 8);
        int opset = widest(shown, row -> opset(row).length(), 5);
        int dtype = widest(shown, row -> row.dtypeWord().length(), 5);
        List<Integer> widths = columns.stream()
                .map(column -> Math.max(
                        Math.max(TextStyle.length(column.title()), total(column).length()),
                        widest(
                                shown,
                                row -> text(row, column).length(),
                                Math.min(14, TextStyle.length(column.group())))))
                .toList();
        String lead = " ".repeat(name + opset + dtype + 2 * GAP.length());
        groups(lead, columns, widths);
        line(
                style.bold(style.fit("operator", name)
                        + GAP
                        + style.fit("opset", opset)
                        + GAP
                        + style.fit("dtype", dtype)),
                i -> columns.get(i).title(),
                widths,
                i -> Optional.empty());
        for (OperatorKey row : shown) {
            line(
                    style.fit(style.plain(row.name()), name)
                            + GAP
                            + style.fit(opset(row), opset)
                            + GAP
                            + style.fit(row.dtypeWord(), dtype),
                    i -> text(row, columns.get(i)),
                    widths,
                    i -> verdict(row, columns.get(i)));
        }
        line(
                style.bold(style.fit("all right", lead.length())),
                i -> total(columns.get(i)),
                widths,
                i -> Optional.empty());
    }

    /** The browser over its columns. */
    private void groups(String lead, List<Column> columns, List<Integer> widths) {
        StringBuilder line = new StringBuilder(lead);
        for (int i = 0; i < columns.size(); ) {
            String group = columns.get(i).group();
            int span = -GAP.length();
            while (i < columns.size() && columns.get(i).group().equals(group)) {
                span += widths.get(i++) + GAP.length();
            }
            line.append(GAP).append(style.bold(style.fit(style.plain(group), span)));
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static <T> int widest(List<T> things, ToIntFunction<T> width, int least) {
        return Math.max(least, things.stream().mapToInt(width).max().orElse(0));
    }

    private void line(
            String head, IntFunction<String> cells, List<Integer> widths, IntFunction<Optional<Verdict>> verdicts) {
        out.append((head
                                + IntStream.range(0, widths.size())
                                        .mapToObj(i -> {
                                            String text = style.fit(style.plain(cells.apply(i)), widths.get(i));
                                            return GAP
                                                    + verdicts.apply(i)
                                                            .map(verdict -> style.colored(verdict, text))
                                                            .orElse(text);
                                        })
                                        .collect(Collectors.joining()))
                        .stripTrailing())
                .append('\n');
    }

    /** The import, and since when the operator is as it is, where that is another version: {@code 17 (14)}. */
    static String opset(OperatorKey row) {
        return row.since()
                .filter(since -> since != row.opset())
                .map(since -> "%d (%d)".formatted(row.opset(), since))
                .orElse(Long.toString(row.opset()));
    }

    private String text(OperatorKey row, Column column) {
        OperatorCell cell = coverage.cell(row, column);
        if (cell.isEmpty()) {
            return "·";
        }
        return switch (cell.standing()) {
            case RIGHT -> cell.alone() + " ok";
            case PARTLY, UNSUPPORTED, BROKEN ->
                cell.alone().counts()
                        // The count has said so.
                        + verdict(row, column)
                                .filter(worst -> worst != Verdict.PARTIAL)
                                .map(worst -> " " + worst.name())
                                .orElse("");
            case RIGHT_IN_COMPOSITION -> "(ok in %d)".formatted(cell.composed().right());
            case UNDECIDED -> undecided(cell.composed());
        };
    }

    private static String undecided(VerdictCounts composed) {
        return composed.partial() > 0
                ? "(%d partial of %d)".formatted(composed.partial(), composed.all())
                : "(none ok of %d)".formatted(composed.all());
    }

    /** The worst verdict of the cases of that one node. */
    private Optional<Verdict> verdict(OperatorKey row, Column column) {
        return Verdict.worst(coverage.cell(row, column).alone().verdicts().keySet());
    }

    private String total(Column column) {
        Total total = coverage.total(column);
        return total.operators() == 0
                ? "·"
                : "%d/%d %s"
                        .formatted(
                                total.right(),
                                total.operators(),
                                Figures.percent(total.right() / (double) total.operators()));
    }

    private void legend() {
        out.append('\n');
        say("Each row: an operator, the opset that its cases import (since when it is as it is, where that is earlier),"
                + " the element type of its data. A cell counts cases of that one node: wholly on the target and right / all,"
                + " + those right with nodes that ran elsewhere (partial), and the worst verdict. In brackets: seen in cases of several nodes only, where a pass speaks for all its operators and a"
                + " failure blames none.");
        for (Column column : coverage.columns()) {
            Total total = coverage.total(column);
            say("%s %s: %d of %d operator rows all right; right cases of one node %s, of several nodes %s."
                    .formatted(
                            column.group(),
                            column.title(),
                            total.right(),
                            total.operators(),
                            total.alone().counts(),
                            total.composed().counts()));
        }
        say("From "
                + coverage.sources().stream().map(OperatorText::source).collect(Collectors.joining(", "))
                + leftOut());
    }

    private static String source(Source source) {
        return "run %s (%s)".formatted(source.runId(), Figures.counted(source.caseRuns(), "cell"));
    }

    private String leftOut() {
        List<String> words = new ArrayList<>();
        if (coverage.unread() > 0) {
            words.add(Figures.counted(coverage.unread(), "cell") + " of earlier builds, which did not note operators");
        }
        if (coverage.chains() > 0) {
            words.add(Figures.counted(coverage.chains(), "cell") + " of chains, which go on to another backend");
        }
        return words.isEmpty() ? "." : "; left out: " + String.join(", ", words) + ".";
    }

    private void reasons() {
        for (Column column : coverage.columns()) {
            List<Gap> reasons = coverage.reasons(column);
            if (reasons.isEmpty()) {
                continue;
            }
            out.append('\n')
                    .append(style.bold(style.plain("Why not, %s %s:".formatted(column.group(), column.title()))))
                    .append('\n');
            reasons.stream().limit(REASONS).forEach(gap -> say("  " + gap.lineWithExample()));
            if (reasons.size() > REASONS) {
                say("  … and %d more reasons (--html or --json has them)".formatted(reasons.size() - REASONS));
            }
        }
    }

    private void say(String text) {
        out.append(style.wrapped(text, "    "));
    }
}
