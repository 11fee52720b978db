package dev.bascule.junit.run;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.matrix.CaseRunText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A cell in the words of a test report. Stateless. */
public final class CellReportText {
    private CellReportText() {}

    /** Why a cell is not right, in one line. */
    static String why(CaseRun run) {
        return run.verdict()
                + run.decisive()
                        .failure()
                        .map(failure -> " (%s: %s)".formatted(failure.code(), failure.message()))
                        .orElse("");
    }

    /** The whole message of a failed test. */
    public static String failure(CaseRun run, String expected, String more) {
        List<String> lines = new ArrayList<>();
        lines.add("%s is %s, expected %s".formatted(title(run), run.verdict(), expected));
        run.decisive().failure().ifPresent(failure -> {
            lines.add("  error[%s]: %s".formatted(failure.code(), failure.message()));
            failure.remedies().forEach(remedy -> lines.add("  remedy: " + remedy));
        });
        if (!more.isEmpty()) {
            lines.add("  remedy: " + more);
        }
        if (run.attempts().size() + run.retries().size() > 1) {
            run.attempts().forEach(attempt -> lines.add("  attempt on " + brief(attempt)));
            run.retries().forEach(attempt -> lines.add("  again on " + brief(attempt)));
        }
        lines.add("  reproduce: " + run.reproduce());
        return String.join("\n", lines);
    }

    /** The message of a cell that became worse than its baseline. */
    static String regression(CaseRun run, String baseline, List<String> worse) {
        return "%s is worse than the baseline %s%s\n  reproduce: %s"
                .formatted(
                        title(run),
                        baseline,
                        worse.stream()
                                .map(line -> "\n  error[REGRESSION]: " + line)
                                .collect(Collectors.joining()),
                        run.reproduce());
    }

    /** The message of a cell that ran, and had nothing to be held against. */
    static String unheld(CaseRun run, Failure why) {
        return "%s is %s, and was held against nothing\n  error[%s]: %s%s\n  reproduce: %s"
                .formatted(title(run), run.verdict(), why.code(), why.message(), remedies(why), run.reproduce());
    }

    /** The message of a scenario that failed. */
    public static String failure(ScenarioRun scenario) {
        Failure why = scenario.failure().orElseThrow();
        return "%s of %s on %s is %s\n  error[%s]: %s%s\n  reproduce: %s"
                .formatted(
                        scenario.scenario(),
                        scenario.caseId(),
                        scenario.target().id(),
                        scenario.verdict(),
                        why.code(),
                        why.message(),
                        remedies(why),
                        scenario.reproduce());
    }

    static String remedies(Failure failure) {
        return failure.remedies().stream()
                .map(remedy -> "\n  remedy: " + remedy)
                .collect(Collectors.joining());
    }

    /** Case, chain and browser. */
    public static String title(CaseRun run) {
        return "%s on %s%s"
                .formatted(
                        run.caseId(),
                        run.chain(),
                        run.decisive()
                                .target()
                                .browser()
                                .map(browser -> " in " + browser.label())
                                .orElse(""));
    }

    private static String brief(Attempt attempt) {
        return "%s: %s%s"
                .formatted(
                        attempt.target().id(),
                        attempt.outcome(),
                        attempt.failure()
                                .map(failure -> " (" + failure.code() + ": " + failure.message() + ")")
                                .orElse(""));
    }

    /** What a test report is told of a cell: one entry of its own, then one for each attempt. Values are never blank. */
    public static List<Map<String, String>> entries(CaseRun run) {
        List<Map<String, String>> entries = new ArrayList<>();
        Map<String, String> cell = new LinkedHashMap<>();
        cell.put("case", run.caseId().toString());
        cell.put("chain", run.chain().toString());
        cell.put("verdict", run.verdict().toString());
        cell.put("model.sha256", run.model().sha256());
        cell.put("reproduce", run.reproduce());
        run.fallbackCost().ifPresent(cost -> cell.put("fallbackCost", ratio(cost)));
        run.fallBackOn().ifPresent(policy -> cell.put("fallBackOn", policy.toString()));
        CaseRunText.stopped(run).ifPresent(why -> cell.put("stopped", why));
        entries.add(cell);
        run.attempts().forEach(attempt -> entries.add(entry(attempt, false)));
        run.retries().forEach(attempt -> entries.add(entry(attempt, true)));
        return entries;
    }

    private static Map<String, String> entry(Attempt attempt, boolean retry) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(retry ? "retry" : "attempt", attempt.target().id());
        entry.put("outcome", attempt.outcome().toString());
        attempt.target().browser().map(Browser::label).ifPresent(label -> entry.put("browser", label));
        entry.put("evidence", attempt.evidence().proof().toString());
        attempt.evidence().actual().ifPresent(actual -> entry.put("ranOn", actual));
        if (!attempt.evidence().nodes().isEmpty()) {
            entry.put("nodes", attempt.evidence().nodes().toString());
        }
        attempt.target().software().ifPresent(software -> entry.put("software", software.toString()));
        attempt.measured()
                .timing()
                .map(Timing::measured)
                .filter(samples -> !samples.isEmpty())
                .ifPresent(samples -> {
                    entry.put("median", millis(samples));
                    entry.put("samples", Integer.toString(samples.size()));
                });
        attempt.numerics().ifPresent(numerics -> {
            entry.put("reference", numerics.reference().toString());
            entry.put(
                    "maxAbs",
                    String.format(Locale.ROOT, "%.3g", numerics.difference().maxAbs()));
        });
        attempt.comparison().ifPresent(comparison -> {
            entry.put(comparison.isWithNativeCpu() ? "timesNativeCpu" : "timesBaseline", ratio(comparison));
            entry.put("baseline", comparison.baseline());
        });
        attempt.failure().ifPresent(failure -> {
            entry.put("error", failure.code().toString());
            entry.put("message", failure.message().isBlank() ? "(none)" : failure.message());
        });
        return entry;
    }

    /** What a test report is told of a scenario. */
    public static Map<String, String> entry(ScenarioRun scenario) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("scenario", scenario.scenario());
        entry.put("target", scenario.target().id());
        entry.put("verdict", scenario.verdict().toString());
        scenario.observed().figures().forEach(figure -> entry.put(figure.name(), text(figure)));
        entry.put("reproduce", scenario.reproduce());
        return entry;
    }

    private static String text(Figure figure) {
        return figure.value()
                .map(value -> String.format(Locale.ROOT, "%.4g %s", value, figure.unit()))
                .orElse("too few samples: " + figure.samples().size());
    }

    private static String millis(Samples samples) {
        return String.format(Locale.ROOT, "%.4g ms", samples.median());
    }

    /** The ratio with its interval, where it has one. */
    public static String ratio(Comparison comparison) {
        return String.format(Locale.ROOT, "%.3g", comparison.ratio().value())
                + comparison
                        .ratio()
                        .ci95()
                        .map(ci -> String.format(Locale.ROOT, " (%.3g to %.3g)", ci.low(), ci.high()))
                        .orElse("");
    }
}
