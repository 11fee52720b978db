package dev.bascule.cli.output.run;

import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.suites.expectations.ExpectationResult;
import dev.bascule.suites.expectations.ExpectationResult.AsExpected;
import dev.bascule.suites.expectations.ExpectationResult.UnexpectedFailure;
import dev.bascule.suites.expectations.ExpectationResult.UnexpectedPass;
import dev.bascule.suites.expectations.ObsoletePattern;
import dev.bascule.suites.expectations.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cells that came out otherwise than expected, those that one thing ails together. Stateless. */
public final class UnexpectedText {
    private static final int MOST_CASES = 20;
    private static final int MOST_GROUPS = 15;

    private UnexpectedText() {}

    /** One thing that ails several cells, or one entry of a file that does not hold for them. */
    private record Group(String head, String kindOrEntry) {}

    /**
     * Lines for stderr: for each group, the largest first, what it is, some of its cases and the line that repeats the first
     * of them. About 20 cases in all, but one at least of each of the first 15 groups.
     *
     * @param report where all of them can be read
     */
    public static List<String> lines(List<ExpectationResult> results, Style style, String report) {
        Map<Group, List<ExpectationResult>> groups = new LinkedHashMap<>();
        for (ExpectationResult result : results) {
            if (!(result instanceof AsExpected)) {
                groups.computeIfAbsent(group(result, style), group -> new ArrayList<>())
                        .add(result);
            }
        }
        List<Map.Entry<Group, List<ExpectationResult>>> largest = groups.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Group, List<ExpectationResult>> group) ->
                        -group.getValue().size()))
                .toList();
        int each = Math.max(1, MOST_CASES / Math.max(1, Math.min(MOST_GROUPS, groups.size())));
        List<String> lines = new ArrayList<>();
        largest.stream()
                .limit(MOST_GROUPS)
                .forEach(group -> lines.addAll(lines(group.getKey(), group.getValue(), each)));
        int untold = largest.stream()
                .skip(MOST_GROUPS)
                .mapToInt(group -> group.getValue().size())
                .sum();
        if (untold > 0) {
            lines.add("%d more, for %d other reasons".formatted(untold, largest.size() - MOST_GROUPS));
        }
        if (largest.stream().anyMatch(group -> group.getValue().size() > each) || untold > 0) {
            lines.add("all of them: " + report);
        }
        return lines;
    }

    private static List<String> lines(Group group, List<ExpectationResult> cells, int told) {
        List<String> lines = new ArrayList<>();
        CaseRun first = cells.get(0).run();
        lines.add(group.head()
                + (cells.size() == 1 ? "" : ": %d cases; the first".formatted(cells.size()))
                + Reason.of(first).map(reason -> ": " + reason.text()).orElse(""));
        cells.stream().limit(told).forEach(cell -> lines.add("  " + cell.run().caseId()));
        if (cells.size() > told) {
            lines.add("  and %d more".formatted(cells.size() - told));
        }
        remedies(cells).stream().limit(told).forEach(remedy -> lines.add("  remedy: " + Shell.asCalled(remedy)));
        lines.add("  reproduce: " + first.reproduce());
        return lines;
    }

    private static List<String> remedies(List<ExpectationResult> cells) {
        return ObsoletePattern.remedies(cells.stream()
                .flatMap(cell -> cell instanceof UnexpectedPass better ? Stream.of(better.obsolete()) : Stream.empty())
                .toList());
    }

    private static Group group(ExpectationResult result, Style style) {
        CaseRun run = result.run();
        String what = style.verdict(run.verdict()) + " on " + CellText.where(run);
        if (result instanceof UnexpectedPass better) {
            return new Group(
                    "%s, but expected %s".formatted(what, better.expected()),
                    better.obsolete().entry());
        }
        String expected = result instanceof UnexpectedFailure failure ? failure.expected() : "";
        return new Group(
                what + (expected.equals(UnexpectedFailure.NOTHING) ? "" : ", but expected " + expected),
                Reason.of(run).map(Reason::kind).orElse(""));
    }
}
