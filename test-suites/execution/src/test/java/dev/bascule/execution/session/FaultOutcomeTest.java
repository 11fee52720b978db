package dev.bascule.execution.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Fault;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultOutcomeTest {
    private static final Fault SILENT = new Fault.TimedOut("measure", Duration.ofSeconds(9));

    @AfterEach
    void clear_the_interrupt() {
        Thread.interrupted();
    }

    @Test
    void a_fault_is_what_the_classifier_says() {
        FaultOutcome came = FaultOutcome.of(SILENT);
        assertThat(came.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(came.failure().code()).isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
    }

    @Test
    void what_the_user_stopped_is_no_fault_of_the_runner() {
        Thread.currentThread().interrupt();
        FaultOutcome came = FaultOutcome.of(SILENT);
        assertThat(came.outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(came.failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(came).isEqualTo(FaultOutcome.interrupted());
    }
}
