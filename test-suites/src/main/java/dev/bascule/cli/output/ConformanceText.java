package dev.bascule.cli.output;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.suites.expectations.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** A conformance run in a few lines: what each column came to, how fast, and what is unsupported there, why. Stateless. */
public final class ConformanceText {
    private static final int MOST_REASONS = 12;

    private ConformanceText() {}

    /**
     * @param width columns of the terminal
     */
    public static String of(RunRecord record, int width) {
        Map<String, List<CaseRun>> columns = new LinkedHashMap<>();
        record.runs()
                .forEach(run -> columns.computeIfAbsent(column(run), name -> new ArrayList<>())
                        .add(run));
        String reasons = unsupported(columns, width);
        return SelectionText.of(record) + "\n\n" + counts(columns) + (reasons.isEmpty() ? "" : "\n" + reasons);
    }

    private static String column(CaseRun run) {
        return CellText.where(run) + (run.decisive().target().software().orElse(false) ? " (software)" : "");
    }

    private static String counts(Map<String, List<CaseRun>> columns) {
        TreeSet<Verdict> verdicts = new TreeSet<>();
        columns.values().forEach(runs -> runs.forEach(run -> verdicts.add(run.verdict())));
        List<String> head = new ArrayList<>(List.of("COLUMN", "CASES"));
        verdicts.forEach(verdict -> head.add(verdict.name()));
        head.add("CASES/S");
        TextTable table = new TextTable(head.toArray(String[]::new));
        columns.forEach((name, runs) -> {
            List<String> row = new ArrayList<>(List.of(name, right(runs.size(), "CASES")));
            verdicts.forEach(verdict -> row.add(right(
                    (int) runs.stream().filter(run -> run.verdict() == verdict).count(), verdict.name())));
            row.add(perSecond(runs)
                    .map(rate -> String.format(Locale.ROOT, "%7.0f", rate))
                    .orElse("      -"));
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
        Optional<Instant> begin = attempts.stream().map(Attempt::startedAt).min(Comparator.naturalOrder());
        Optional<Instant> end = attempts.stream()
                .map(attempt -> attempt.startedAt().plus(attempt.elapsed()))
                .max(Comparator.naturalOrder());
        return begin.flatMap(from -> end.map(to -> Duration.between(from, to)))
                .filter(span -> span.toMillis() > 0)
                .map(span -> runs.size() * 1000.0 / span.toMillis());
    }

    private record Gap(String column, String kind) {}

    private static String unsupported(Map<String, List<CaseRun>> columns, int width) {
        Map<Gap, List<CaseRun>> gaps = new LinkedHashMap<>();
        columns.forEach((name, runs) -> runs.stream()
                .filter(run -> run.verdict() == Verdict.UNSUPPORTED)
                .forEach(run -> gaps.computeIfAbsent(
                                new Gap(name, Reason.of(run).map(Reason::kind).orElse("")), gap -> new ArrayList<>())
                        .add(run)));
        if (gaps.isEmpty()) {
            return "";
        }
        List<Map.Entry<Gap, List<CaseRun>>> most = gaps.entrySet().stream()
                .sorted(Comparator.comparing(
                        (Map.Entry<Gap, List<CaseRun>> gap) -> -gap.getValue().size()))
                .toList();
        TextTable table = new TextTable("UNSUPPORTED", "COLUMN", "REASON");
        most.stream().limit(MOST_REASONS).forEach(gap -> {
            String column = gap.getKey().column();
            String reason = Reason.of(gap.getValue().get(0)).map(Reason::text).orElse("no reason was given");
            table.row(
                    right(gap.getValue().size(), "UNSUPPORTED"),
                    column,
                    cut(reason, Math.max(40, width - column.length() - 15)));
        });
        int rest = most.stream()
                .skip(MOST_REASONS)
                .mapToInt(gap -> gap.getValue().size())
                .sum();
        return table
                + (rest == 0 ? "" : "and %d more for %d other reasons\n".formatted(rest, most.size() - MOST_REASONS));
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
