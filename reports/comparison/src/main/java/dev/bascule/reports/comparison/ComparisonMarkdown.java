package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.MarkdownText;
import java.util.ArrayList;
import java.util.List;

/** A comparison as Markdown, for a pull request or a step summary. Stateless. */
public final class ComparisonMarkdown {
    private ComparisonMarkdown() {}

    public static String render(ComparisonReport report) {
        return "# Comparison\n\n" + body(report);
    }

    /** The same without a heading, for a page that has it as a section. */
    public static String body(ComparisonReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("Baseline: %s, %s. Candidate: %s, %s; %s. Compared: %s."
                .formatted(
                        MarkdownText.code(report.baseline().name()),
                        Figures.counted(report.baseline().runs().size(), "run"),
                        MarkdownText.code(report.candidate().name()),
                        Figures.counted(report.candidate().runs().size(), "run"),
                        report.kind().words(),
                        report.options().metric().words()));
        lines.add("");
        for (VerdictChange change : report.changes()) {
            lines.add("- **%s → %s** %s on %s: %s"
                    .formatted(
                            change.before(),
                            change.after(),
                            MarkdownText.text(change.label()),
                            MarkdownText.text(change.target()),
                            MarkdownText.text(change.words()
                                    + change.why().map(why -> ": " + why).orElse(""))));
            if (change.kind().isRegression()) {
                lines.add("  " + MarkdownText.code(change.reproduce()));
            }
        }
        report.groups().forEach(group -> lines.add("- " + MarkdownText.text(group.sentence(report.options()))));
        if (report.isEmpty()) {
            lines.add("No case is on both sides, so nothing was compared.");
        }
        lines.add("");
        lines.add("| case | on | baseline | candidate | ratio (95 %) | p | finding |");
        lines.add("| --- | --- | ---: | ---: | ---: | ---: | --- |");
        for (CaseComparison one : report.cases()) {
            lines.add("| %s | %s | %s | %s | %s | %s | %s |"
                    .formatted(
                            MarkdownText.text(one.subject().label()),
                            MarkdownText.text(one.subject().group()),
                            median(one.baselineRuns()),
                            median(one.candidateRuns()),
                            one.estimate().map(ComparisonMarkdown::ratio).orElse("–"),
                            one.estimate()
                                    .map(estimate ->
                                            PValues.words(one.judgement().adjustedP()))
                                    .orElse("–"),
                            (one.judgement().regression() ? "**regression**: " : "")
                                    + MarkdownText.text(one.verdict(report.options()))));
        }
        lines.add("");
        report.mean()
                .ifPresent(mean -> lines.add("Geometric mean over %s: %s.  "
                        .formatted(Figures.counted(report.compared(), "case"), ratio(mean))));
        report.partlyJudged().ifPresent(text -> lines.add("**Note**: " + text + ".  "));
        report.fewRuns().ifPresent(text -> lines.add(text + "  "));
        report.unshared()
                .untold()
                .forEach(place ->
                        lines.add("**Cannot tell** whether it got worse: " + MarkdownText.text(place) + ".  "));
        report.unshared()
                .differences()
                .forEach(difference ->
                        lines.add("The sides differ in " + MarkdownText.text(difference.words()) + ".  "));
        lines.add("p is corrected by Holm over all cases; a difference is claimed below %s. A ratio above 1 is slower."
                .formatted(report.options().level()));
        return String.join("\n", lines) + "\n";
    }

    private static String median(List<RunSamples> runs) {
        return CaseComparison.median(runs).map(Figures::millis).orElse("–");
    }

    private static String ratio(Estimate estimate) {
        Interval interval = estimate.ci95();
        return "×%s (%s–%s)"
                .formatted(
                        Figures.significant(estimate.ratio()),
                        Figures.significant(interval.low()),
                        Figures.significant(interval.high()));
    }
}
