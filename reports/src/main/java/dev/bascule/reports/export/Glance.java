package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What the first screen says of how a run went, beside the failures that it lists.
 *
 * @param title over it
 * @param cells what became of the cells, where none of them is listed as a failure; empty where some are
 * @param others what went wrong beside the cells
 */
public record Glance(String title, String cells, List<Also> others) {

    public Glance {
        others = List.copyOf(others);
    }

    /**
     * Something that is told elsewhere on the page.
     *
     * @param anchor the id of its section
     */
    public record Also(String words, String anchor) {}

    /**
     * @param listed whether there are failures of cells to list
     */
    static Glance of(RunRecord record, KnownFailures known, boolean listed) {
        List<Also> others = others(record);
        if (listed) {
            return new Glance("What failed, and why", "", others);
        }
        if (record.runs().isEmpty()) {
            return new Glance("No cell was run", "", others);
        }
        boolean asExpected = record.runs().stream().anyMatch(isExpected(known));
        String title = !others.isEmpty()
                ? "No cell failed" + (asExpected ? " unexpectedly" : "")
                : asExpected ? "Nothing failed unexpectedly" : "Nothing failed";
        return new Glance(title, cells(record.runs(), known), others);
    }

    private static Predicate<CaseRun> isExpected(KnownFailures known) {
        return run -> known.worthSaying(run).filter(KnownFailure::holds).isPresent();
    }

    private static String cells(List<CaseRun> runs, KnownFailures known) {
        List<CaseRun> plain = runs.stream().filter(isExpected(known).negate()).toList();
        long right = plain.stream().filter(run -> run.verdict().isRight()).count();
        List<String> parts = new ArrayList<>();
        parts.add(
                right == runs.size()
                        ? "Every cell gave right outputs"
                        : "%s of %s gave right outputs"
                                .formatted(Figures.whole(right), Figures.counted(runs.size(), "cell")));
        add(parts, count(plain, Verdict.UNSUPPORTED), "%s on a target that cannot run it, and says why");
        add(parts, count(plain, Verdict.SKIPPED), "%s not run to the end");
        add(parts, runs.size() - plain.size(), "%s not right, as was expected");
        return String.join("; ", parts) + ".";
    }

    private static long count(List<CaseRun> runs, Verdict verdict) {
        return runs.stream().filter(run -> run.verdict() == verdict).count();
    }

    private static void add(List<String> parts, long count, String pattern) {
        if (count > 0) {
            parts.add(pattern.formatted(Figures.whole(count)));
        }
    }

    private static List<Also> others(RunRecord record) {
        long unread =
                record.selection().map(selection -> selection.unread().size()).orElse(0);
        long scenarios = record.scenarios().stream()
                .filter(run -> run.verdict().isFailure())
                .count();
        long elsewhere = HtmlPage.elsewhere(record).size();
        List<Also> others = new ArrayList<>();
        if (unread > 0) {
            others.add(new Also(Figures.counted(unread, "case") + " cannot be read", "unread"));
        }
        if (scenarios > 0) {
            others.add(new Also(Figures.counted(scenarios, "scenario") + " failed", "scenarios"));
        }
        if (elsewhere > 0) {
            others.add(new Also(Figures.counted(elsewhere, "thing") + " failed beside the cells", "errors"));
        }
        return others;
    }
}
