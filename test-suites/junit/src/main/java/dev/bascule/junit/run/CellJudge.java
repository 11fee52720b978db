package dev.bascule.junit.run;

import dev.bascule.app.config.FailOn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import dev.bascule.suites.expectations.Judgement;
import java.util.List;
import java.util.Optional;

/**
 * Says what cells come to as tests. Immutable.
 *
 * @param plan has the expectations, and says what becomes of cells that say nothing
 */
public record CellJudge(SuitePlan plan) {

    /** Whether the cell will come to the same at the end of its run, and to what: it is right, and was to be. */
    public Optional<Judged> atOnce(CaseRun run, Machine machine, boolean mayRetry) {
        boolean settled = !mayRetry
                && plan.baseline().isEmpty()
                && run.verdict().isRight()
                && plan.expectations().judge(run, machine) instanceof Judgement.AsExpected;
        return settled ? Optional.of(new Judged.Passed(run)) : Optional.empty();
    }

    /** Every cell of a run that is over, in its order. */
    public List<Judged> all(Ran ran) {
        RunRecord record = ran.record();
        boolean anyRan = record.runs().stream().anyMatch(run -> !saysNothing(run));
        return plan.expectations().judge(record).stream()
                .map(judgement -> judged(judgement, anyRan))
                .map(judged ->
                        ran.against().map(against -> against(judged, against)).orElse(judged))
                .toList();
    }

    /**
     * What became worse fails, unless nothing is to; so does what ran where the baseline has none of the run's cases, for a gate
     * that compares nothing would be green whatever happened. Where regressions alone are to fail, a failure that the baseline has
     * as well is known.
     */
    private Judged against(Judged judged, Ran.Against against) {
        CaseRun run = judged.run();
        List<String> worse = against.regressions(run);
        if (!worse.isEmpty()) {
            String message = CellText.regression(run, against.baseline(), worse);
            return plan.failOn() == FailOn.NEVER
                    ? new Judged.Aborted(run, "failOn is never: " + message)
                    : new Judged.Failed(run, "no worse than " + against.baseline(), message);
        }
        if (against.nothing().isPresent() && !saysNothing(run) && !(judged instanceof Judged.Failed)) {
            String message = CellText.unheld(run, against.nothing().get());
            return plan.failOn() == FailOn.NEVER
                    ? new Judged.Aborted(run, "failOn is never: " + message)
                    : new Judged.Failed(run, "a cell of " + against.baseline() + " to compare it with", message);
        }
        boolean known = plan.failOn() == FailOn.REGRESSIONS
                && run.verdict().isFailure()
                && !against.newFailures().contains(run);
        return known && judged instanceof Judged.Failed
                ? new Judged.Aborted(run, "in %s as well: %s".formatted(against.baseline(), CellText.why(run)))
                : judged;
    }

    private Judged judged(Judgement judgement, boolean anyRan) {
        CaseRun run = judgement.run();
        if (judgement instanceof Judgement.UnexpectedPass pass) {
            return failed(run, pass.expected(), pass.obsolete().remedy());
        }
        if (judgement instanceof Judgement.UnexpectedFailure failure) {
            return failed(run, failure.expected(), "");
        }
        if (run.verdict().isRight()) {
            return new Judged.Passed(run);
        }
        if (run.verdict().isFailure() || (judgement instanceof Judgement.AsExpected expected && expected.listed())) {
            return new Judged.Aborted(run, "known failure: " + CellText.why(run));
        }
        return absent(run, anyRan);
    }

    private Judged absent(CaseRun run, boolean anyRan) {
        boolean fails = switch (plan.absence()) {
            case ABORT -> !anyRan;
            case TOLERATE -> false;
            case FAIL -> true;
        };
        if (!fails) {
            return new Judged.Aborted(run, CellText.why(run));
        }
        return new Judged.Failed(
                run,
                "a backend that runs it",
                (plan.absence() == Absence.FAIL ? "" : "nothing of the suite ran: a green test would say nothing.\n")
                        + CellText.failure(run, "a backend that runs it", ""));
    }

    private Judged failed(CaseRun run, String expected, String more) {
        String message = CellText.failure(run, expected, more);
        return plan.failOn() == FailOn.NEVER
                ? new Judged.Aborted(run, "failOn is never: " + message)
                : new Judged.Failed(run, expected, message);
    }

    /** Nothing ran there. */
    static boolean saysNothing(CaseRun run) {
        return run.verdict() == Verdict.SKIPPED || run.verdict() == Verdict.UNSUPPORTED;
    }

    /** What kept a whole suite from running, as the failure of each of its tests. */
    public static String trouble(Failure failure) {
        return "%s: %s%s".formatted(failure.code(), failure.message(), CellText.remedies(failure));
    }
}
