package dev.bascule.cli.run;

import dev.bascule.app.config.FailOn;
import dev.bascule.app.run.BaselineCheck;
import dev.bascule.app.run.RunReports;
import dev.bascule.app.run.StoreReadiness;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.FailureKinds;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.cli.output.run.UnrunText;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RelayedListener;
import dev.bascule.execution.service.RightOutputs;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.coverage.OperatorCoverage;
import dev.bascule.reports.coverage.OperatorRemedy;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.studies.conformance.RunSelfCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a request through the run, its reports and the history, to an exit code.
 *
 * @param reports what is written and printed, and where
 * @param failOn what makes the exit code 1
 * @param baseline what the run is held against when it is done
 * @param selfCheck corrupts what came out right, and demands that the judge notices
 */
public record RunSession(
        CliContext context,
        RunReports reports,
        FailOn failOn,
        Optional<BaselineCheck> baseline,
        Optional<RunSelfCheck> selfCheck) {

    private static final Logger LOG = LoggerFactory.getLogger(RunSession.class);

    /** Runs of the history that advice on operators rests on. */
    private static final int NEWEST = 20;

    /** One that is compared with nothing. */
    public RunSession(CliContext context, RunReports reports, FailOn failOn) {
        this(context, reports, failOn, Optional.empty(), Optional.empty());
    }

    /** Nothing is measured unless the history can be opened; it opens while the run gets ready. */
    public ExitCode run(RunRequest request, MachineLease turn, CompletableFuture<History> opening) {
        try {
            return runOrAbort(request, turn, opening);
        } catch (RunAbortedException e) {
            throw e.unwrapped();
        }
    }

    /**
     * Likewise, for who has more to do.
     *
     * @throws RunAbortedException where something broke it off after it had measured cells, which are kept
     */
    ExitCode runOrAbort(RunRequest request, MachineLease turn, CompletableFuture<History> opening) {
        return context.interrupts().during(() -> {
            RunRecord record;
            try {
                record = advised(measure(request, new RunTurn(turn, new StoreReadiness(opening)), opening), opening);
            } catch (RunAbortedException e) {
                keep(e, opening);
                throw e;
            }
            return finish(record, opening);
        });
    }

    /** Hands over what was measured, here or elsewhere, and says how it ended. */
    ExitCode finish(RunRecord record, CompletableFuture<History> opening) {
        // Writing does not go with a pending interrupt; the record remembers it.
        boolean interrupted = Thread.interrupted() || record.extent().interrupted();
        Optional<ComparisonReport> comparison = Optional.empty();
        try {
            comparison = baseline.filter(check -> !interrupted).map(check -> check.compare(record));
        } finally {
            // What cannot be compared was measured all the same.
            new Delivery(context, reports, false)
                    .deliver(
                            record,
                            KnownFailures.NONE,
                            comparison,
                            opening,
                            costs -> PrintedReports.summary(record, costs, context.console()));
        }
        comparison.ifPresent(report -> BaselineText.tell(
                baseline.orElseThrow(), report, reports.folder().path(), context.console()));
        ExitCode checked = selfCheck
                .filter(check -> !interrupted)
                .map(check -> SelfCheckSummary.tell(
                        check.result(), record.invocation().command(), context.console()))
                .orElse(ExitCode.OK);
        return SelfCheckSummary.worst(checked, end(record, interrupted, comparison));
    }

    /** What was measured before the end is kept; the end itself is told after it. */
    private void keep(RunAbortedException end, CompletableFuture<History> opening) {
        Thread.interrupted();
        RunRecord record = end.kept();
        try {
            new Delivery(context, reports, false)
                    .deliver(
                            record,
                            KnownFailures.NONE,
                            Optional.empty(),
                            opening,
                            costs -> PrintedReports.summary(record, costs, context.console()));
        } catch (RuntimeException e) {
            end.reason().addSuppressed(e);
            context.console().complain("what was measured could not all be kept: " + e.getMessage());
        }
        UnrunText.lines(record.extent().notRun()).forEach(context.console()::complain);
        context.console()
                .complain("the run ended after %s; what was measured is kept"
                        .formatted(Figures.counted(record.runs().size(), "cell")));
    }

    /** Advice that fails costs itself, and nothing that was measured. */
    private static RunRecord advised(RunRecord record, CompletableFuture<History> opening) {
        if (record.extent().interrupted() || Thread.currentThread().isInterrupted()) {
            return record;
        }
        try {
            return OperatorRemedy.named(record, () -> coverage(opening));
        } catch (RuntimeException e) {
            LOG.debug("advice on operators", e);
            return record;
        }
    }

    /** What the newest runs say of operators; nothing where the history cannot be read, which delivery will tell. */
    private static OperatorCoverage coverage(CompletableFuture<History> opening) {
        try {
            return OperatorCoverage.of(HistoryOpening.await(opening).latestCells(RunFilter.ALL.limitedTo(NEWEST)));
        } catch (BasculeException e) {
            return OperatorCoverage.of(List.of());
        }
    }

    private RunRecord measure(RunRequest request, RunTurn turn, CompletableFuture<History> opening) {
        try (Progress progress = Progress.on(context.console())) {
            return context.services().runs().run(request, turn, checked(progress));
        } catch (RunAbortedException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            if (context.interrupts().requested()) {
                UnrunText.lines(request.unrun()).forEach(context.console()::complain);
            }
            HistoryOpening.letGo(opening);
            reports.folder().abandon();
            throw e;
        }
    }

    private RunListener checked(RunListener listener) {
        return new RelayedListener(listener) {
            @Override
            public void right(RightOutputs outputs) {
                super.right(outputs);
                selfCheck.ifPresent(check -> check.check(outputs));
            }
        };
    }

    private ExitCode end(RunRecord record, boolean interrupted, Optional<ComparisonReport> comparison) {
        if (interrupted) {
            UnrunText.lines(record.extent().notRun()).forEach(context.console()::complain);
            return complain(
                    Failure.of(
                            ErrorCode.RUN_INTERRUPTED,
                            "stopped after %s; the reports say so"
                                    .formatted(Figures.counted(record.runs().size(), "cell"))),
                    record.invocation().command());
        }
        if (nothingBegan(record)) {
            return complain(nothingRan(record.runs()), record.invocation().command());
        }
        List<CaseRun> ran = record.runs().stream()
                .filter(run -> run.verdict() != Verdict.SKIPPED && run.verdict() != Verdict.UNSUPPORTED)
                .toList();
        if (ran.isEmpty()) {
            return complain(noneCould(record.runs()), record.invocation().command());
        }
        List<CaseRun> failures =
                record.runs().stream().filter(run -> run.verdict().isFailure()).toList();
        FailureKinds.print(context.console(), failures);
        tellWrongLeftBehind(record);
        List<ScenarioRun> observed = complainAboutScenarios(record);
        if (failOn == FailOn.REGRESSIONS && comparison.isPresent()) {
            return judged(record, observed, comparison.get());
        }
        if (failures.isEmpty() && observed.isEmpty() || failOn == FailOn.NEVER) {
            return ExitCode.OK;
        }
        return failures.isEmpty() ? ofScenarios(observed) : ExitCode.FAILURES;
    }

    /** A chain checks outputs, and goes on; who runs the model elsewhere does neither. */
    private void tellWrongLeftBehind(RunRecord record) {
        List<String> cells = record.runs().stream()
                .filter(run -> run.verdict() == Verdict.FELL_BACK)
                .flatMap(run -> run.leftForItsOutputs().stream()
                        .map(wrong -> "%s on %s (wrong on %s)".formatted(run.caseId(), run.chain(), wrong)))
                .toList();
        if (!cells.isEmpty()) {
            context.console()
                    .complain("%s: %s right only because outputs were checked: %s. An app that does not check"
                                    .formatted(
                                            context.console().errStyle().warning("note"),
                                            cells.size() == 1
                                                    ? "a cell of a chain is"
                                                    : cells.size() + " cells of chains are",
                                            String.join("; ", cells))
                            + " them stays with the wrong ones; --fall-back-on without 'wrong' fails here");
        }
    }

    /**
     * What is worse than the baseline; a failure that the baseline has too was told above and is no news. Scenarios have no
     * baseline, and fail as in any run. A run of which nothing could be compared has passed nothing.
     */
    private ExitCode judged(RunRecord record, List<ScenarioRun> observed, ComparisonReport report) {
        BaselineCheck check = baseline.orElseThrow();
        BaselineText.complain(report, context.console());
        if (report.hasRegression() || !check.newFailures(record).isEmpty()) {
            return ExitCode.FAILURES;
        }
        if (!observed.isEmpty()) {
            return ofScenarios(observed);
        }
        return report.comparesNothing()
                ? complain(check.nothingCompared(), record.invocation().command())
                : ExitCode.OK;
    }

    private static ExitCode ofScenarios(List<ScenarioRun> failing) {
        boolean infrastructure = failing.stream()
                .allMatch(scenario -> scenario.failure().orElseThrow().code().exitCode() == ExitCode.INFRASTRUCTURE);
        return infrastructure ? ExitCode.INFRASTRUCTURE : ExitCode.FAILURES;
    }

    /** A browser that does not start fails its cells; that nothing of them is known is the same as where it is not there. */
    private static boolean nothingBegan(RunRecord record) {
        return record.runs().stream().allMatch(CaseRun::neverBegan);
    }

    /** Nothing that was asked for was there: the environment cannot be used. Each reason is said once. */
    private Failure nothingRan(List<CaseRun> runs) {
        List<Failure> why = reasons(runs);
        if (why.size() == 1) {
            Failure only = why.get(0);
            return new Failure(ErrorCode.NOTHING_RAN, "nothing ran: " + only.message(), only.remedies());
        }
        FailureKinds.print(context.console(), runs);
        return Failure.of(
                ErrorCode.NOTHING_RAN, "nothing ran: no backend that was asked for is there for " + cells(runs));
    }

    /** The backends are there, and cannot run the models: where every cell has the same reason, that is the reason. */
    private Failure noneCould(List<CaseRun> runs) {
        List<Failure> why = reasons(runs);
        if (why.size() == 1) {
            Failure only = why.get(0);
            return new Failure(only.code(), "nothing ran: " + only.message(), only.remedies());
        }
        FailureKinds.print(context.console(), runs);
        return Failure.of(
                ErrorCode.BACKEND_UNAVAILABLE, "nothing ran: no backend that was asked for could run " + cells(runs));
    }

    private static List<Failure> reasons(List<CaseRun> runs) {
        return runs.stream()
                .flatMap(run -> run.decisive().failure().stream())
                .distinct()
                .toList();
    }

    private static String cells(List<CaseRun> runs) {
        return runs.size() == 1 ? "the one cell" : "any of the %d cells".formatted(runs.size());
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
