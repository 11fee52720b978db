package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToWorker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What results are worth, and what becomes of jobs without one. */
class SettlementTest extends DeskFixture {
    @Override
    History ledger() {
        return DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")));
    }

    @Test
    void the_same_result_twice_counts_once_and_another_one_is_discarded() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        assertThat(ended(ONE, FIRST, job, 1, Optional.empty())).isTrue();
        assertThat(ended(ONE, FIRST, job, 1, Optional.empty())).isTrue();
        assertThat(letters.told).noneMatch(ToWorker.Discarded.class::isInstance);
        assertThat(desk.ended(
                        ONE,
                        new FromWorker.Ended(FIRST, job, 1, 7, Optional.empty(), Optional.empty()),
                        Optional.of("ef".repeat(32))))
                .isFalse();
        assertThat(letters.told).anyMatch(ToWorker.Discarded.class::isInstance);
        assertThat(job(job).attempts().get(0).result()).isEqualTo(RESULT);
    }

    @Test
    void a_result_of_somebody_who_was_not_asked_is_discarded() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        JobId job = submit(1, false);
        desk.tick();
        assertThat(ended(TWO, SECOND, job, 1, Optional.empty())).isFalse();
        assertThat(ended(TWO, SECOND, new JobId("run-77"), 1, Optional.empty())).isFalse();
        assertThat(job(job).state()).isEqualTo(JobState.PLACED);
    }

    @Test
    void a_failure_of_the_hardware_goes_to_another_class_where_that_is_wanted_and_there() {
        join(ONE, FIRST);
        JobId job = submit(1, true);
        JobId plain = submit(2, true);
        desk.tick();
        join(TWO, SECOND);
        Failure hardware = Failure.of(ErrorCode.DEVICE_LOST, "gone");
        ended(ONE, FIRST, job, 1, Optional.of(hardware));
        assertThat(job(job).state()).isEqualTo(JobState.WAITING);
        later(Duration.ofSeconds(1));
        assertThat(job(job).attempts()).hasSize(2);
        assertThat(job(job).attempts().get(1).worker()).isEqualTo(TWO);
        ended(TWO, SECOND, job, 2, Optional.of(hardware));
        assertThat(job(job).state()).isEqualTo(JobState.FAILED);
        // Negative control: what no hardware is at fault for is not tried again.
        later(Duration.ofSeconds(1));
        AttemptStatus open = job(plain).open().orElseThrow();
        ended(
                open.worker(),
                open.worker().equals(ONE) ? FIRST : SECOND,
                plain,
                open.number(),
                Optional.of(Failure.of(ErrorCode.NOT_ONNX, "no")));
        assertThat(job(plain).state()).isEqualTo(JobState.FAILED);
    }

    @Test
    void a_worker_that_stops_gives_its_job_back() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        ended(ONE, FIRST, job, 1, Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "the worker stops")));
        assertThat(job(job).state()).isEqualTo(JobState.WAITING);
    }

    @Test
    void what_cannot_be_written_has_not_happened() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        history.close();
        assertThatThrownBy(() -> ended(ONE, FIRST, job, 1, Optional.empty())).isInstanceOf(IllegalStateException.class);
        assertThat(attempts(job)).containsExactly(AttemptState.PLACED);
        // The message comes again, once there is room.
        history = ledger();
        start();
        assertThat(ended(ONE, FIRST, job, 1, Optional.empty())).isTrue();
    }

    private boolean inTrouble(WorkerId id, String incarnation, JobId job, int attempt, String result) {
        return desk.ended(
                id,
                new FromWorker.Ended(
                        incarnation,
                        job,
                        attempt,
                        7,
                        Optional.empty(),
                        Optional.of(Failure.of(ErrorCode.DEVICE_LOST, "the device was lost"))),
                Optional.of(result.repeat(32)));
    }

    @Test
    void cells_that_failed_for_a_reason_of_the_hardware_are_tried_once_more_elsewhere_and_both_results_are_kept() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        JobId job = submit(1, true);
        desk.tick();
        assertThat(inTrouble(ONE, FIRST, job, 1, "ab")).isTrue();
        assertThat(job(job).state()).isEqualTo(JobState.WAITING);
        desk.tick();

        assertThat(job(job).attempts().get(1).worker()).isEqualTo(TWO);
        assertThat(inTrouble(TWO, SECOND, job, 2, "cd")).isTrue();
        assertThat(job(job).state()).isEqualTo(JobState.DONE);
        assertThat(attempts(job)).containsExactly(AttemptState.FAILED, AttemptState.DONE);
        assertThat(job(job).attempts()).extracting(AttemptStatus::result).doesNotContain(Optional.empty());
    }

    @Test
    void cells_that_failed_are_the_result_where_nobody_asked_for_more_or_there_is_no_other_hardware() {
        join(ONE, FIRST);
        JobId alone = submit(1, true);
        desk.tick();
        inTrouble(ONE, FIRST, alone, 1, "ab");
        assertThat(attempts(alone)).containsExactly(AttemptState.DONE);

        join(TWO, SECOND);
        JobId unasked = submit(2, false);
        desk.tick();
        inTrouble(ONE, FIRST, unasked, 1, "ab");
        assertThat(attempts(unasked)).containsExactly(AttemptState.DONE);
    }
}
