package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Something that became worse than it was in a baseline.
 *
 * @param place the case and where it ran
 * @param failed whether the cell failed, which is told without a baseline too
 * @param message place and figures
 * @param remedies what to do about it
 * @param reproduce the line that repeats its cell, as {@link CaseRun#reproduce}
 */
public record Regression(String place, boolean failed, String message, List<String> remedies, String reproduce) {
    private static final List<String> WORSE_VERDICT = List.of(
            "see in the new run's report what it failed of, and repeat it by the line below",
            "if it is meant to be so, as where the baseline's verdict was a mistake, take the new run as baseline");

    public Regression {
        remedies = List.copyOf(remedies);
    }

    /** What became worse, verdicts before times, each the gravest first, and each measurement once. */
    public static List<Regression> of(ComparisonReport report) {
        return of(report.verdictRegressions(), report.slowdowns(), report.options());
    }

    /** The same for every cell that shows it: a chain shows what the backend's own cell measured. */
    public static List<Regression> shown(ComparisonReport report) {
        return of(report.shownVerdictRegressions(), report.shownSlowdowns(), report.options());
    }

    private static List<Regression> of(
            List<VerdictChange> verdicts, List<CaseComparison> slowdowns, ComparisonOptions options) {
        return Stream.concat(
                        verdicts.stream().map(Regression::of),
                        slowdowns.stream().map(one -> of(one, options)))
                .toList();
    }

    private static Regression of(VerdictChange change) {
        String place = "%s on %s".formatted(change.label(), change.target());
        String message = "%s was %s and is %s: %s%s"
                .formatted(
                        place,
                        change.before(),
                        change.after(),
                        change.kind().words(),
                        change.why().map(why -> ": " + why).orElse(""));
        return new Regression(place, change.after().isFailure(), message, WORSE_VERDICT, change.reproduce());
    }

    private static Regression of(CaseComparison one, ComparisonOptions options) {
        Estimate estimate = one.estimate().orElseThrow();
        String place = "%s on %s".formatted(one.subject().label(), one.subject().candidate());
        String message = String.format(
                Locale.ROOT,
                "%s takes ×%.3f the baseline's time (95 %% interval %.3f–%.3f, corrected p %.2g, threshold ×%.3f)",
                place,
                estimate.ratio(),
                estimate.ci95().low(),
                estimate.ci95().high(),
                one.judgement().adjustedP(),
                1 + options.threshold());
        return new Regression(
                place,
                false,
                message,
                ErrorCode.REGRESSION.remedies(),
                one.subject().reproduce());
    }
}
