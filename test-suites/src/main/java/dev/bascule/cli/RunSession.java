package dev.bascule.cli;

import dev.bascule.cli.config.FailOn;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.Progress;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.history.History;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.suites.service.RunRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Takes a request through the run, its reports and the history, to an exit code.
 *
 * @param reports what is written and printed, and where
 * @param failOn what makes the exit code 1
 */
record RunSession(CliContext context, RunReports reports, FailOn failOn) {

    /** Nothing is measured unless the history can be opened; it opens while the run gets ready. */
    ExitCode run(RunRequest request, CompletableFuture<History> opening) {
        return context.interrupts().during(() -> {
            RunRecord record = measure(request, opening);
            // Writing does not go with a pending interrupt; the record remembers it.
            boolean interrupted = Thread.interrupted() || record.interrupted();
            new Delivery(context, reports, false)
                    .deliver(record, KnownFailures.NONE, opening, () -> RunReports.summary(record, context.console()));
            return end(record, interrupted);
        });
    }

    private RunRecord measure(RunRequest request, CompletableFuture<History> opening) {
        try (Progress progress = new StoreGate(Progress.on(context.console()), opening)) {
            return context.services().runs().run(request, progress);
        } catch (RuntimeException e) {
            HistoryAccess.letGo(opening);
            throw e;
        }
    }

    private ExitCode end(RunRecord record, boolean interrupted) {
        if (interrupted) {
            return complain(
                    Failure.of(
                            ErrorCode.RUN_INTERRUPTED,
                            "stopped after %d cells; the reports say so"
                                    .formatted(record.runs().size())),
                    record.command());
        }
        List<CaseRun> ran = record.runs().stream()
                .filter(run -> run.verdict() != Verdict.SKIPPED && run.verdict() != Verdict.UNSUPPORTED)
                .toList();
        if (ran.isEmpty()) {
            return complain(nothingRan(record.runs()), record.command());
        }
        List<CaseRun> failures =
                record.runs().stream().filter(run -> run.verdict().isFailure()).toList();
        for (CaseRun failure : failures) {
            Failure why = failure.decisive()
                    .failure()
                    .orElseGet(() -> Failure.of(ErrorCode.EXECUTION_FAILED, "the verdict is " + failure.verdict()));
            ErrorReport.print(
                    context.console(),
                    new Failure(
                            why.code(),
                            "%s on %s: %s".formatted(failure.caseId(), failure.chain(), why.message()),
                            why.remedies()),
                    Optional.empty(),
                    failure.reproduce());
        }
        List<ScenarioRun> observed = complainAboutScenarios(record);
        if (failures.isEmpty() && observed.isEmpty() || failOn == FailOn.NEVER) {
            return ExitCode.OK;
        }
        boolean infrastructure = failures.isEmpty()
                && observed.stream()
                        .allMatch(scenario ->
                                scenario.failure().orElseThrow().code().exitCode() == ExitCode.INFRASTRUCTURE);
        return infrastructure ? ExitCode.INFRASTRUCTURE : ExitCode.FAILURES;
    }

    /** Where every cell has the same reason, that is the reason; else the backends are to be looked at. */
    private static Failure nothingRan(List<CaseRun> runs) {
        List<Failure> why = runs.stream()
                .flatMap(run -> run.decisive().failure().stream())
                .distinct()
                .toList();
        String cells = runs.size() == 1 ? "the one cell" : "any of the %d cells".formatted(runs.size());
        return why.size() == 1
                ? new Failure(
                        why.get(0).code(),
                        "nothing ran: " + why.get(0).message(),
                        why.get(0).remedies())
                : Failure.of(
                        ErrorCode.BACKEND_UNAVAILABLE, "nothing ran: no backend that was asked for could run " + cells);
    }

    /** The scenarios that failed or found outputs that changed. */
    private List<ScenarioRun> complainAboutScenarios(RunRecord record) {
        List<ScenarioRun> failures = record.scenarios().stream()
                .filter(scenario -> scenario.verdict().isFailure())
                .toList();
        for (ScenarioRun scenario : failures) {
            Failure why = scenario.failure().orElseThrow();
            ErrorReport.print(
                    context.console(),
                    new Failure(
                            why.code(),
                            "%s of %s on %s: %s"
                                    .formatted(
                                            scenario.scenario(),
                                            scenario.caseId(),
                                            scenario.target().id(),
                                            why.message()),
                            why.remedies()),
                    Optional.empty(),
                    scenario.reproduce());
        }
        return failures;
    }

    private ExitCode complain(Failure failure, String reproduce) {
        ErrorReport.print(context.console(), failure, Optional.empty(), reproduce);
        return failure.code().exitCode();
    }
}
