package dev.bascule.cli.run;

import dev.bascule.app.run.BaselineCheck;
import dev.bascule.cli.output.ComparisonText;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Says what a run shows that was held against a baseline. Stateless. */
final class BaselineText {
    private BaselineText() {}

    /** Writes the comparison beside the run's reports, and says what it shows. */
    static void tell(BaselineCheck check, ComparisonReport report, Path folder, Console console) {
        BaselineCheck.write(report, folder);
        console.say("");
        console.say("against %s (%s; comparison.md and comparison.json in %s):"
                .formatted(check.baseline().name(), report.kind().words(), folder));
        ComparisonText.changes(report, console.errStyle()).forEach(console::say);
        ComparisonText.sentences(report, console.errStyle(), console.terminal().width())
                .forEach(line -> console.say("  " + line));
        if (report.cases().isEmpty()) {
            console.say("  no case of this run is in the baseline");
        }
        int width = console.terminal().width();
        String warning = console.errStyle().warning("warning");
        BaselineCheck.warnings(report)
                .forEach(text -> console.complain(ComparisonText.wrapped(warning + ": " + text, width)));
        report.slowdowns().stream()
                .flatMap(one ->
                        Stream.concat(Stream.of("compared by " + one.judgement().why()), one.notes().stream()))
                .distinct()
                .forEach(line -> console.say(ComparisonText.wrapped("  " + line, width)));
        report.fewRuns()
                .ifPresent(text -> console.say(ComparisonText.wrapped(
                        "  " + text + " Four or more runs as --baseline a.json,b.json,… tell how runs differ.",
                        width)));
        report.unshared()
                .differences()
                .forEach(difference ->
                        console.say(ComparisonText.wrapped("  they differ in " + difference.words(), width)));
    }

    /** Each regression as an error: case, ratio, interval, and the line that reproduces it. */
    static void complain(ComparisonReport report, Console console) {
        Regression.of(report)
                .forEach(one -> ErrorReport.print(
                        console,
                        new Failure(ErrorCode.REGRESSION, one.message(), one.remedies()),
                        Optional.empty(),
                        one.reproduce()));
    }
}
