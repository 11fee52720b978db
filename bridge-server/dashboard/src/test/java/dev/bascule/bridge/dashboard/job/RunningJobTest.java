package dev.bascule.bridge.dashboard.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.dashboard.FakeRunStarter;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunningJobTest {
    private static final CaseRun CELL = FakeRunStarter.RECORDED.runs().stream()
            .filter(run -> run.decisive().target().browser().isPresent()
                    && run.decisive().succeeded())
            .findFirst()
            .orElseThrow();

    private static CaseRun in(String browser, Outcome outcome, Verdict verdict) {
        Attempt made = CELL.decisive();
        Target there = made.target();
        Attempt attempt = new Attempt(
                new Target(
                        there.backend(),
                        Optional.of(new Browser(browser, "150", "process", List.of())),
                        there.engine(),
                        there.deviceType(),
                        there.software(),
                        there.adapter()),
                outcome,
                outcome == Outcome.SUCCEEDED
                        ? Optional.empty()
                        : Optional.of(Failure.of(ErrorCode.RUNNER_CRASHED, browser + " died")),
                made.evidence(),
                new Attempt.Measured(
                        made.measured().phases(),
                        made.measured().timing(),
                        made.measured().memory(),
                        Optional.empty()),
                made.numerics(),
                made.comparison(),
                List.of(),
                made.span());
        return Attempts.comingTo(
                verdict,
                new CaseRun(
                        CELL.caseId(),
                        CELL.model(),
                        CELL.chain(),
                        List.of(attempt),
                        Optional.empty(),
                        CELL.reproduce()));
    }

    @Test
    void a_retry_belongs_to_the_cell_of_its_own_browser() {
        FakeRunStarter starter = new FakeRunStarter();
        JobRequest request = new JobRequest(
                List.of("quickstart"), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Map.of());
        RunningJob job = new RunningJob(
                "anna", request, starter.check(request), new EventJournal(Clock.systemUTC(), 100), Clock.systemUTC());

        for (String browser : List.of("Chrome", "Firefox")) {
            job.started(CELL.caseId(), CELL.chain());
            job.finished(CELL.caseId(), CELL.chain(), in(browser, Outcome.CRASHED, Verdict.CRASHED));
        }
        job.retried(CELL.caseId(), CELL.chain(), in("Firefox", Outcome.SUCCEEDED, Verdict.FLAKY));

        List<JobSnapshot.CellProgress> cells = job.detail().progress();
        assertThat(cells).extracting(JobSnapshot.CellProgress::retried).containsExactly(false, true);
        assertThat(cells)
                .extracting(cell -> cell.verdict().orElseThrow())
                .containsExactly(Verdict.CRASHED, Verdict.FLAKY);
    }
}
