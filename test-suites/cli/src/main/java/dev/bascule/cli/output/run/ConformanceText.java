package dev.bascule.cli.output.run;

import dev.bascule.cli.output.TextTable;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.matrix.ExactSummary;
import dev.bascule.suites.expectations.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A conformance run in a few lines: what each column came to, how fast, and what is unsupported there, why. Stateless. */
public final class ConformanceText {
    private static final int MOST_REASONS = 6;

    private ConformanceText() {}

    /**
     * @param width columns of the terminal
     */
    public static String of(RunRecord record, int width) {
        return of(record, width, true);
    }

    /** Of parts that ran at different times, so that nothing can be said of cases per second. */
    public static String ofMerged(RunRecord record, int width) {
        return of(record, width, false);
    }

    private static String of(RunRecord record, int width, boolean speeds) {
        Map<String, List<CaseRun>> columns = new LinkedHashMap<>();
        record.runs()
                .forEach(run -> columns.computeIfAbsent(column(run), name -> new ArrayList<>())
                        .add(run));
        return SelectionText.of(record) + "\n\n" + counts(columns, speeds) + exact(record, width)
                + unsupported(columns, width);
    }

    private static String column(CaseRun run) {
        return CellText.where(run) + (run.decisive().target().software().orElse(false) ? " (software)" : "");
    }

    private static String counts(Map<String, List<CaseRun>> columns, boolean speeds) {
        TreeSet<Verdict> verdicts = new TreeSet<>();
        columns.values().forEach(runs -> runs.forEach(run -> verdicts.add(run.verdict())));
        List<String> head = new ArrayList<>(List.of("COLUMN", "CASES"));
        verdicts.forEach(verdict -> head.add(verdict.name()));
        if (speeds) {
            head.add("CASES/S");
        }
        TextTable table = new TextTable(head.toArray(String[]::new));
        columns.forEach((name, runs) -> {
            List<String> row = new ArrayList<>(List.of(name, right(runs.size(), "CASES")));
            verdicts.forEach(verdict -> row.add(right(
                    (int) runs.stream().filter(run -> run.verdict() == verdict).count(), verdict.name())));
            if (speeds) {
                row.add(perSecond(runs)
                        .map(rate -> String.format(Locale.ROOT, "%7.0f", rate))
                        .orElse("      -"));
            }
            table.row(row.toArray(String[]::new));
        });
        return table.toString();
    }

    private static String right(int count, String head) {
        String text = Integer.toString(count);
        return " ".repeat(Math.max(0, head.length() - text.length())) + text;
    }

    /** Cases over the time from the first's beginning to the last's end: several ran side by side. */
    private static Optional<Double> perSecond(List<CaseRun> runs) {
        List<Attempt> attempts = runs.stream().map(CaseRun::decisive).toList();
        Optional<Instant> begin =
                attempts.stream().map(attempt -> attempt.span().startedAt()).min(Comparator.naturalOrder());
        Optional<Instant> end = attempts.stream()
                .map(attempt -> attempt.span().startedAt().plus(attempt.span().elapsed()))
                .max(Comparator.naturalOrder());
        return begin.flatMap(from -> end.map(to -> Duration.between(from, to)))
                .filter(span -> span.toMillis() > 0)
                .map(span -> runs.size() * 1000.0 / span.toMillis());
    }

    private static String exact(RunRecord record, int width) {
        List<ExactSummary> targets = ExactSummary.of(record.runs());
        return targets.isEmpty()
                ? ""
                : "\nDistance to the exact result (σ: what rounding alone makes of a value):\n"
                        + targets.stream()
                                .map(target -> "  " + WrappedText.lines(target.line(), 2, 4, width) + "\n")
                                .collect(Collectors.joining());
    }

    /** Under each column's name how often it said what, the most frequent first. */
    private static String unsupported(Map<String, List<CaseRun>> columns, int width) {
        StringBuilder text = new StringBuilder();
        columns.forEach((name, runs) -> {
            Map<String, List<CaseRun>> gaps = new LinkedHashMap<>();
            runs.stream()
                    .filter(run -> run.verdict() == Verdict.UNSUPPORTED)
                    .forEach(run -> gaps.computeIfAbsent(
                                    Reason.of(run).map(Reason::kind).orElse(""), kind -> new ArrayList<>())
                            .add(run));
            if (!gaps.isEmpty()) {
                text.append("\nUNSUPPORTED on ").append(name).append(":\n").append(reasons(gaps.values(), width));
            }
        });
        return text.toString();
    }

    private static String reasons(Collection<List<CaseRun>> gaps, int width) {
        List<List<CaseRun>> most = gaps.stream()
                .sorted(Comparator.comparing((List<CaseRun> gap) -> -gap.size()))
                .toList();
        StringBuilder text = new StringBuilder();
        most.stream().limit(MOST_REASONS).forEach(gap -> {
            text.append("%6d  %s\n".formatted(gap.size(), words(gap, Math.max(60, width - 8))));
        });
        int rest = most.stream().skip(MOST_REASONS).mapToInt(List::size).sum();
        if (rest > 0) {
            text.append("%6d  for %d other reasons\n".formatted(rest, most.size() - MOST_REASONS));
        }
        return text.toString();
    }

    /** What most of them say, whatever their order; the others differ in a number or a name. */
    private static String words(List<CaseRun> gap, int width) {
        Map<String, Integer> said = new TreeMap<>();
        gap.forEach(run -> said.merge(Reason.of(run).map(Reason::text).orElse("no reason was given"), 1, Integer::sum));
        String most = said.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                .orElseThrow();
        String others = said.size() == 1 ? "" : " (or alike)";
        return cut(most, width - others.length()) + others;
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
