package dev.bascule.app.orders;

import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.workers.job.JobKind;
import org.junit.jupiter.api.Test;

class HardwareTroubleTest {
    private static final CaseRun RIGHT =
            strict(VISION, Verdict.PASS, on(Backends.WASM).build());

    private static final CaseRun LACKING =
            failed(Verdict.UNSUPPORTED, Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED);

    private static CaseRun failed(Verdict verdict, Outcome outcome, ErrorCode code) {
        return strict(
                TEXT,
                verdict,
                on(Backends.WASM).samples(0).failed(outcome, code, "it failed").build());
    }

    @Test
    void of_a_runs_cases_one_is_enough() {
        assertThat(HardwareTrouble.of(JobKind.CASES, record("run", LACKING, RIGHT, RIGHT)))
                .map(Failure::code)
                .contains(ErrorCode.OPERATOR_UNSUPPORTED);
    }

    @Test
    void an_operator_that_a_backend_lacks_is_an_answer_of_conformance_and_its_time_counts() {
        assertThat(HardwareTrouble.of(JobKind.CONFORMANCE, record("run", LACKING, RIGHT, RIGHT)))
                .isEmpty();
    }

    @Test
    void conformance_that_is_soon_done_because_most_of_it_failed_is_trouble() {
        assertThat(HardwareTrouble.of(JobKind.CONFORMANCE, record("run", LACKING, RIGHT)))
                .isPresent();
        assertThat(HardwareTrouble.of(JobKind.CONFORMANCE, record("run", RIGHT)))
                .isEmpty();
    }

    @Test
    void what_is_wrong_or_late_for_another_reason_is_none() {
        CaseRun late = failed(Verdict.TIMED_OUT, Outcome.TIMED_OUT, ErrorCode.ATTEMPT_TIMED_OUT);
        assertThat(HardwareTrouble.of(JobKind.CASES, record("run", late))).isEmpty();
    }
}
