package dev.bascule.cli.output;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.comparison.CaseComparison;
import dev.bascule.reports.comparison.ComparedMetric;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.comparison.GroupVerdict;
import dev.bascule.reports.comparison.RunSamples;
import dev.bascule.reports.comparison.SideDifference;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.comparison.VerdictChange;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A comparison for a terminal: what is shown first, the figures below. Stateless. */
public final class ComparisonText {
    private static final int MOST_NOTES = 12;

    private ComparisonText() {}

    /** All of it. */
    public static String render(ComparisonReport report, int width, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.faint("A  " + side(report.baseline())));
        lines.add(style.faint("B  " + side(report.candidate())));
        lines.add(style.faint("   " + report.kind().words()));
        if (report.options().metric() != ComparedMetric.INFERENCE) {
            lines.add(style.faint("   " + report.options().metric().words()));
        }
        lines.add("");
        lines.addAll(changes(report, style));
        lines.addAll(sentences(report, style, width));
        lines.add("");
        lines.add(table(report).stripTrailing());
        lines.addAll(details(report, width));
        return String.join("\n", lines) + "\n";
    }

    private static String side(ComparisonReport.Side side) {
        int runs = side.runs().size();
        return runs == 1 ? side.name() : "%s: %d runs".formatted(side.name(), runs);
    }

    /** Verdicts that changed, with the line that reproduces each. */
    public static List<String> changes(ComparisonReport report, Style style) {
        List<String> lines = new ArrayList<>();
        for (VerdictChange change : report.changes()) {
            lines.add("%s → %s  %s on %s: %s%s"
                    .formatted(
                            style.verdict(change.before()),
                            style.verdict(change.after()),
                            change.label(),
                            change.target(),
                            change.words(),
                            change.why().map(why -> ": " + why).orElse("")));
            if (change.kind().isRegression()) {
                lines.add("  reproduce: " + change.reproduce());
            }
        }
        if (!lines.isEmpty()) {
            lines.add("");
        }
        return lines;
    }

    /** A sentence for each place. */
    public static List<String> sentences(ComparisonReport report, Style style, int width) {
        List<String> lines = new ArrayList<>();
        for (GroupVerdict group : report.groups()) {
            String sentence = WrappedText.lines(group.sentence(report.options()), 0, 2, width);
            lines.add(painted(sentence, group.finding(), style));
        }
        return lines;
    }

    private static String painted(String text, SpeedFinding finding, Style style) {
        return switch (finding) {
            case FASTER -> style.good(text);
            case SLOWER -> style.bad(text);
            case EQUIVALENT -> text;
            case NO_DIFFERENCE_SHOWN, NOISY, TOO_FEW_SAMPLES, NOT_COMPARED, OTHER_INPUTS, OTHER_PLAN ->
                style.faint(text);
        };
    }

    private static String table(ComparisonReport report) {
        TextTable table = new TextTable("CASE", "ON", "A", "B", "B/A (95 %)", "P", "RUNS", "FINDING");
        for (CaseComparison one : report.cases()) {
            if (one.judgement().finding() == SpeedFinding.NOT_COMPARED) {
                continue; // the sentences say why
            }
            table.row(
                    one.subject().label(),
                    one.subject().group(),
                    median(one.baselineRuns()),
                    median(one.candidateRuns()),
                    one.estimate().map(ComparisonText::ratio).orElse("-"),
                    one.estimate()
                            .map(estimate -> p(one.judgement().adjustedP()))
                            .orElse("-"),
                    one.estimate()
                            .map(estimate -> estimate.baselineRuns() + "+" + estimate.candidateRuns())
                            .orElse("-"),
                    one.verdict(report.options()) + (one.judgement().regression() ? " !" : ""));
        }
        return table.toString();
    }

    private static String median(List<RunSamples> runs) {
        return CaseComparison.median(runs).map(Figures::millis).orElse("-");
    }

    private static String ratio(Estimate estimate) {
        Interval interval = estimate.ci95();
        return "×%s (%s–%s)"
                .formatted(
                        Figures.significant(estimate.ratio()),
                        Figures.significant(interval.low()),
                        Figures.significant(interval.high()));
    }

    private static String p(double p) {
        return p < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.2g", p);
    }

    private static List<String> details(ComparisonReport report, int width) {
        List<String> lines = new ArrayList<>();
        report.mean()
                .ifPresent(mean -> add(
                        lines,
                        width,
                        "Geometric mean over %d cases: %s; of these cases, not of models at large."
                                .formatted(report.compared(), ratio(mean))));
        Map<String, Integer> ways = new LinkedHashMap<>();
        report.cases().stream()
                .filter(one -> !one.judgement().finding().isNotCompared()
                        && one.measuredIn().isEmpty())
                .forEach(one -> ways.merge(one.judgement().why(), 1, Integer::sum));
        ways.forEach((way, cases) -> add(lines, width, "%s: %s.".formatted(Figures.counted(cases, "case"), way)));
        Map<String, Integer> notes = new LinkedHashMap<>();
        report.cases().stream()
                .filter(one -> one.measuredIn().isEmpty())
                .forEach(one -> one.notes()
                        .forEach(note -> notes.merge(note.replaceFirst(" \\(noisy: .*", ""), 1, Integer::sum)));
        notes.entrySet().stream()
                .limit(MOST_NOTES)
                .forEach(note -> add(
                        lines,
                        width,
                        "note, %s: %s.".formatted(Figures.counted(note.getValue(), "case"), note.getKey())));
        if (notes.size() > MOST_NOTES) {
            add(lines, width, "%s more: --json has all.".formatted(Figures.counted(notes.size() - MOST_NOTES, "note")));
        }
        report.partlyJudged().ifPresent(text -> add(lines, width, "note: " + text + "."));
        report.fewRuns().ifPresent(text -> add(lines, width, text));
        for (SideDifference difference : report.unshared().differences()) {
            add(lines, width, "A and B differ in " + difference.words());
        }
        report.unshared().untold().stream()
                .limit(MOST_NOTES)
                .forEach(place -> add(lines, width, "Cannot tell whether it got worse: " + place + "."));
        missing("A", report.unshared().onlyBaseline()).ifPresent(text -> add(lines, width, text));
        missing("B", report.unshared().onlyCandidate()).ifPresent(text -> add(lines, width, text));
        add(
                lines,
                width,
                "P is corrected by Holm for everything compared here; a difference is claimed below %s. B/A above 1 is slower."
                        .formatted(report.options().level()));
        if (report.kind() == ComparisonReport.Kind.SAME_PLACES) {
            add(
                    lines,
                    width,
                    "! is a regression: shown, and slower by at least %s %%."
                            .formatted(Figures.significant(report.options().threshold() * 100)));
        }
        return lines;
    }

    private static Optional<String> missing(String side, List<String> places) {
        int shown = Math.min(5, places.size());
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of("only %s has %s%s"
                        .formatted(
                                side,
                                String.join(", ", places.subList(0, shown)),
                                places.size() > shown ? " and %d more".formatted(places.size() - shown) : ""));
    }

    /** One line of it, indented as it begins, in lines of a width. */
    public static String wrapped(String text, int width) {
        int indent = text.length() - text.stripLeading().length();
        return " ".repeat(indent) + WrappedText.lines(text, indent, indent + 2, width);
    }

    private static void add(List<String> lines, int width, String text) {
        if (lines.isEmpty()) {
            lines.add("");
        }
        lines.add(WrappedText.lines(text, 0, 2, width));
    }
}
