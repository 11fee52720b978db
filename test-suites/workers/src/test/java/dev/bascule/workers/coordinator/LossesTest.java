package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.FromWorker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that are silent or never come back. */
class LossesTest extends DeskFixture {
    @Test
    void silence_makes_a_job_wait_again_and_a_late_result_worth_nothing() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        later(Duration.ofSeconds(31));
        assertThat(attempts(job)).containsExactly(AttemptState.LOST);
        assertThat(job(job).state()).isEqualTo(JobState.WAITING);
        assertThat(ended(ONE, FIRST, job, 1, Optional.empty())).isFalse();
        // It was heard of, and is as good as any.
        desk.tick();
        assertThat(attempts(job)).containsExactly(AttemptState.LOST, AttemptState.PLACED);
    }

    @Test
    void a_standstill_of_the_coordinator_itself_is_nobodys_silence() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        nanos += Duration.ofHours(8).toNanos();
        desk.tick();
        assertThat(attempts(job)).containsExactly(AttemptState.PLACED);
    }

    @Test
    void a_broker_that_is_gone_for_an_hour_loses_nobody_and_each_has_the_whole_time_when_it_is_back() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        // It is noticed late, and workers need a moment to connect again.
        later(Duration.ofSeconds(25));
        letters.gone = true;
        later(Duration.ofHours(1));
        letters.gone = false;
        later(Duration.ofSeconds(29));
        assertThat(attempts(job)).containsExactly(AttemptState.PLACED);
        later(Duration.ofSeconds(2));
        assertThat(attempts(job)).containsExactly(AttemptState.LOST);
    }

    @Test
    void a_worker_of_before_may_come_back_when_the_broker_is_back() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        start();
        letters.gone = true;
        later(Duration.ofMinutes(5));
        letters.gone = false;
        later(Duration.ofSeconds(29));
        assertThat(attempts(job)).containsExactly(AttemptState.PLACED);
        later(Duration.ofSeconds(2));
        assertThat(attempts(job)).containsExactly(AttemptState.LOST);
    }

    @Test
    void a_worker_that_has_not_come_back_to_a_new_coordinator_is_awaited_and_one_that_left_it_is_not() {
        join(ONE, FIRST);
        start();
        assertThat(state(ONE)).isEqualTo("awaited");
        assertThat(state(TWO)).as("it never joined").isEqualTo("invited");

        join(ONE, SECOND);
        assertThat(state(ONE)).isEqualTo("idle");
        desk.leave(ONE, new FromWorker.Leave(SECOND));
        assertThat(state(ONE)).isEqualTo("left");
    }

    private String state(WorkerId id) {
        return desk.workers().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow()
                .state();
    }

    @Test
    void three_lost_workers_end_a_job() {
        for (int i = 1; i <= 3; i++) {
            join(ONE, "a" + i);
            if (i == 1) {
                submit(1, false);
            }
            desk.tick();
        }
        join(ONE, "a4");
        JobId job = JobRequest.idOf("run", 1);
        assertThat(attempts(job)).containsExactly(AttemptState.LOST, AttemptState.LOST, AttemptState.LOST);
        assertThat(job(job).state()).isEqualTo(JobState.FAILED);
        assertThat(job(job).failure().orElseThrow().message()).contains("try 1 on one", "try 3 on one");
    }

    @Test
    void a_worker_that_never_comes_back_to_a_new_coordinator_is_lost() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();
        start();
        later(Duration.ofSeconds(29));
        assertThat(attempts(job)).containsExactly(AttemptState.PLACED);
        later(Duration.ofSeconds(2));
        assertThat(attempts(job)).containsExactly(AttemptState.LOST);
    }
}
