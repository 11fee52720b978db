package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the first screen says of how a run went, beside the failures that it lists.
 *
 * @param title over it
 * @param cells what became of the cells, where none of them is listed as a failure; empty where some are
 * @param worse what became worse than in a baseline and is not listed as a failure
 * @param others what went wrong beside the cells
 */
public record RunOverview(String title, String cells, List<Regression> worse, List<Also> others) {

    public RunOverview {
        worse = List.copyOf(worse);
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
     * @param comparison with a baseline, where there was one
     */
    static RunOverview of(
            RunRecord record, KnownFailures known, boolean listed, Optional<ComparisonReport> comparison) {
        List<Also> others = others(record, comparison);
        List<Regression> worse = comparison.map(Regression::of).orElse(List.of()).stream()
                .filter(one -> !(listed && one.failed()))
                .toList();
        if (listed) {
            String title = worse.isEmpty() ? "What failed, and why" : "What failed, and what became worse";
            return new RunOverview(title, "", worse, others);
        }
        if (record.runs().isEmpty()) {
            return new RunOverview("No cell was run", "", worse, others);
        }
        if (!worse.isEmpty()) {
            return new RunOverview("What became worse", cells(record.runs(), known), worse, others);
        }
        boolean asExpected = record.runs().stream().anyMatch(isExpected(known));
        String title = !others.isEmpty()
                ? "No cell failed" + (asExpected ? " unexpectedly" : "")
                : asExpected ? "Nothing failed unexpectedly" : "Nothing failed";
        return new RunOverview(title, cells(record.runs(), known), worse, others);
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
        long unjudged = plain.stream()
                .filter(run -> run.decisive().outcome() == Outcome.NOT_JUDGED)
                .count();
        add(parts, unjudged, "%s of which nothing can be judged");
        add(parts, count(plain, Verdict.SKIPPED) - unjudged, "%s not run to the end");
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

    private static List<Also> others(RunRecord record, Optional<ComparisonReport> comparison) {
        long unread = record.extent()
                .selection()
                .map(selection -> selection.unread().size())
                .orElse(0);
        long scenarios = record.scenarios().stream()
                .filter(run -> run.verdict().isFailure())
                .count();
        long elsewhere = HtmlPage.elsewhere(record).size();
        long untold =
                comparison.map(report -> report.unshared().untold().size()).orElse(0);
        List<Also> others = new ArrayList<>();
        if (unread > 0) {
            others.add(new Also(Figures.counted(unread, "case") + " cannot be read", "unread"));
        }
        if (!record.extent().notRun().isEmpty()) {
            others.add(new Also(Figures.counted(record.extent().notRun().size(), "cell") + " not run", "unrun"));
        }
        if (scenarios > 0) {
            others.add(new Also(Figures.counted(scenarios, "scenario") + " failed", "scenarios"));
        }
        if (elsewhere > 0) {
            others.add(new Also(Figures.counted(elsewhere, "thing") + " failed beside the cells", "errors"));
        }
        if (untold > 0) {
            others.add(new Also(
                    "Of " + Figures.counted(untold, "place") + " it cannot be told whether it became worse",
                    "against"));
        }
        return others;
    }
}
