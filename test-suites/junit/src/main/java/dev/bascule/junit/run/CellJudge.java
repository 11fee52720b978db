package dev.bascule.junit.run;

import dev.bascule.app.config.FailOn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.expectations.ExpectationResult;
import java.util.List;
import java.util.Optional;

/**
 * Says what cells come to as tests. Immutable.
 *
 * @param plan has the expectations, and says what becomes of cells that say nothing
 */
public record CellJudge(SuitePlan plan) {

    /** Whether the cell will come to the same at the end of its run, and to what: it is right, and was to be. */
    public Optional<CellTestResult> atOnce(CaseRun run, Machine machine, boolean mayRetry) {
        boolean settled = !mayRetry
                && plan.judging().baseline().isEmpty()
                && run.verdict().isRight()
                && plan.judging().expectations().judge(run, machine) instanceof ExpectationResult.AsExpected;
        return settled ? Optional.of(new CellTestResult.Passed(run)) : Optional.empty();
    }

    /** Every cell of a run that is over, in its order. */
    public List<CellTestResult> all(CompletedRun completed) {
        RunRecord record = completed.record();
        boolean anyRan = record.runs().stream().anyMatch(run -> !saysNothing(run));
        return plan.judging().expectations().judge(record).stream()
                .map(result -> judged(result, anyRan))
                .map(testResult -> completed
                        .against()
                        .map(against -> against(testResult, against))
                        .orElse(testResult))
                .toList();
    }

    /**
     * What became worse fails, unless nothing is to; so does what ran where the baseline has none of the run's cases, for a gate
     * that compares nothing would be green whatever happened. Where regressions alone are to fail, a failure that the baseline has
     * as well is known.
     */
    private CellTestResult against(CellTestResult testResult, CompletedRun.Against against) {
        CaseRun run = testResult.run();
        List<String> worse = against.regressions(run);
        if (!worse.isEmpty()) {
            String message = CellReportText.regression(run, against.baseline(), worse);
            return plan.judging().failOn() == FailOn.NEVER
                    ? new CellTestResult.Aborted(run, "failOn is never: " + message)
                    : new CellTestResult.Failed(run, "no worse than " + against.baseline(), message);
        }
        if (against.nothing().isPresent() && !saysNothing(run) && !(testResult instanceof CellTestResult.Failed)) {
            String message = CellReportText.unheld(run, against.nothing().get());
            return plan.judging().failOn() == FailOn.NEVER
                    ? new CellTestResult.Aborted(run, "failOn is never: " + message)
                    : new CellTestResult.Failed(
                            run, "a cell of " + against.baseline() + " to compare it with", message);
        }
        boolean known = plan.judging().failOn() == FailOn.REGRESSIONS
                && run.verdict().isFailure()
                && !against.newFailures().contains(run);
        return known && testResult instanceof CellTestResult.Failed
                ? new CellTestResult.Aborted(
                        run, "in %s as well: %s".formatted(against.baseline(), CellReportText.why(run)))
                : testResult;
    }

    private CellTestResult judged(ExpectationResult result, boolean anyRan) {
        CaseRun run = result.run();
        if (result instanceof ExpectationResult.UnexpectedPass pass) {
            return failed(run, pass.expected(), pass.obsolete().remedy());
        }
        if (result instanceof ExpectationResult.UnexpectedFailure failure) {
            return failed(run, failure.expected(), "");
        }
        if (run.verdict().isRight()) {
            return new CellTestResult.Passed(run);
        }
        if (run.verdict().isFailure()
                || (result instanceof ExpectationResult.AsExpected expected && expected.listed())) {
            return new CellTestResult.Aborted(run, "known failure: " + CellReportText.why(run));
        }
        return absent(run, anyRan);
    }

    private CellTestResult absent(CaseRun run, boolean anyRan) {
        boolean fails = switch (plan.judging().absence()) {
            case ABORT -> !anyRan;
            case TOLERATE -> false;
            case FAIL -> true;
        };
        if (!fails) {
            return new CellTestResult.Aborted(run, CellReportText.why(run));
        }
        return new CellTestResult.Failed(
                run,
                "a backend that runs it",
                (plan.judging().absence() == AbsencePolicy.FAIL
                                ? ""
                                : "nothing of the suite ran: a green test would say nothing.\n")
                        + CellReportText.failure(run, "a backend that runs it", ""));
    }

    private CellTestResult failed(CaseRun run, String expected, String more) {
        String message = CellReportText.failure(run, expected, more);
        return plan.judging().failOn() == FailOn.NEVER
                ? new CellTestResult.Aborted(run, "failOn is never: " + message)
                : new CellTestResult.Failed(run, expected, message);
    }

    /** Nothing ran there. */
    static boolean saysNothing(CaseRun run) {
        return run.verdict() == Verdict.SKIPPED || run.verdict() == Verdict.UNSUPPORTED;
    }

    /** What kept a whole suite from running, as the failure of each of its tests. */
    public static String trouble(Failure failure) {
        return "%s: %s%s".formatted(failure.code(), failure.message(), CellReportText.remedies(failure));
    }
}
