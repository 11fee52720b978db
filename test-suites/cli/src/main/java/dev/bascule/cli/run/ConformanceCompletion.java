package dev.bascule.cli.run;

import dev.bascule.app.config.FailOn;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.run.AbsentText;
import dev.bascule.cli.output.run.ConformanceText;
import dev.bascule.cli.output.run.UnexpectedText;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.studies.conformance.AbsentColumn;
import dev.bascule.suites.expectations.ExpectationResult;
import dev.bascule.suites.expectations.Expectations;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The end of a conformance run, be it made just now or merged of parts.
 *
 * @param reports what is written and printed, and where
 * @param failOn what makes the exit code 1
 * @param known what is expected
 * @param merged whether it was made of several runs
 */
record ConformanceCompletion(
        CliContext context, RunReports reports, FailOn failOn, ExpectationFiles known, boolean merged) {

    /** Hands the run over, whatever has become of the files of expectations, and says what it makes of them. */
    ExpectationFiles.Planned deliver(RunRecord record, CompletableFuture<History> opening) {
        ExpectationFiles.Planned planned = known.plan(record);
        new Delivery(context, reports, merged)
                .deliver(
                        record,
                        planned.expectations().known(record),
                        opening,
                        any -> merged
                                ? ConformanceText.ofMerged(record, width())
                                : ConformanceText.of(record, width()));
        return planned;
    }

    private int width() {
        return context.console().terminal().width();
    }

    /** Holds the run against what is expected, writing that first where it is to be written. */
    ExitCode judge(RunRecord record, ExpectationFiles.Planned planned, boolean interrupted) {
        Console console = context.console();
        known.write(planned).ifPresent(console::say);
        Expectations expected = planned.expectations();
        List<ExpectationResult> results = expected.judge(record);
        List<AbsentColumn> absent = AbsentColumn.of(record);
        absent.forEach(column -> AbsentText.lines(column, console.errStyle()).forEach(console::complain));
        UnexpectedText.lines(results, console.errStyle(), reports.folder().path() + "/index.html")
                .forEach(console::complain);
        long unexpected = results.stream()
                .filter(judgement -> !(judgement instanceof ExpectationResult.AsExpected))
                .count();
        if (!expected.isEmpty()) {
            tell(record, expected, results, unexpected, interrupted);
        }
        planned.trouble()
                .ifPresent(failure -> ErrorReport.print(
                        console, failure, Optional.empty(), record.invocation().command()));
        if (interrupted) {
            return complain(
                    ErrorCode.RUN_INTERRUPTED,
                    "stopped after %s; the reports say so"
                            .formatted(Figures.counted(record.runs().size(), "cell")),
                    record);
        }
        if (isAbsent(record, absent)) {
            return complain(
                    ErrorCode.NOTHING_RAN,
                    absent.size() == 1
                            ? "nothing ran: the one column that was asked for could not be started"
                            : "nothing ran: none of the %d columns that were asked for could be started"
                                    .formatted(absent.size()),
                    record);
        }
        if (planned.trouble().isPresent()) {
            return planned.trouble().get().code().exitCode();
        }
        // Of an absent column nothing was expected to begin with.
        List<ExpectationResult> begun =
                results.stream().filter(one -> !one.run().neverBegan()).toList();
        boolean allListed = unexpected == 0 && !begun.isEmpty() && listed(begun) == begun.size();
        if (!allListed
                && record.runs().stream()
                        .allMatch(run -> run.verdict() == Verdict.SKIPPED || run.verdict() == Verdict.UNSUPPORTED)) {
            return complain(
                    ErrorCode.BACKEND_UNAVAILABLE,
                    "nothing ran: no backend that was asked for could run "
                            + (record.runs().size() == 1
                                    ? "the one cell"
                                    : "any of the %d cells"
                                            .formatted(record.runs().size())),
                    record);
        }
        return unexpected == 0 || failOn == FailOn.NEVER ? ExitCode.OK : ExitCode.FAILURES;
    }

    private void tell(
            RunRecord record,
            Expectations expected,
            List<ExpectationResult> results,
            long unexpected,
            boolean interrupted) {
        Console console = context.console();
        // Also when nothing else is said: what was accepted is no pass.
        console.complain("expectations: %s as listed, %d unexpected; %s accepted"
                .formatted(
                        Figures.counted(listed(results), "cell"),
                        unexpected,
                        Figures.counted(accepted(results), "failure")));
        if (!interrupted && known.tellsOfAll(record)) {
            expected.strangers(record)
                    .forEach(stranger -> console.say(console.errStyle().warning("warning") + ": " + stranger));
        }
    }

    private static long listed(List<ExpectationResult> results) {
        return results.stream()
                .filter(judgement -> judgement instanceof ExpectationResult.AsExpected as && as.listed())
                .count();
    }

    private static long accepted(List<ExpectationResult> results) {
        return results.stream()
                .filter(judgement -> judgement instanceof ExpectationResult.AsExpected as && as.listed())
                .filter(judgement -> judgement.run().verdict().isFailure())
                .count();
    }

    /** Whether every cell is in a column that never ran. */
    private static boolean isAbsent(RunRecord record, List<AbsentColumn> absent) {
        return !absent.isEmpty()
                && absent.stream().mapToInt(AbsentColumn::cells).sum()
                        == record.runs().size();
    }

    private ExitCode complain(ErrorCode code, String message, RunRecord record) {
        ErrorReport.print(
                context.console(),
                Failure.of(code, message),
                Optional.empty(),
                record.invocation().command());
        return code.exitCode();
    }
}
