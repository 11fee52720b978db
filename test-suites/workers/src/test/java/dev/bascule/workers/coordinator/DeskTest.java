package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of jobs, without a broker: on a clock that the test moves, over a real ledger. */
class DeskTest {
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId TWO = new WorkerId("two");
    private static final String FIRST = "aa";
    private static final String SECOND = "bb";
    private static final Optional<String> RESULT = Optional.of("cd".repeat(32));

    @TempDir
    Path folder;

    private final Letters letters = new Letters();
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-28T10:00:00Z"), ZoneOffset.UTC);
    private long nanos;
    private History history;
    private Desk desk;

    /** Keeps what is sent; throws where it is told to. */
    private static final class Letters implements Outbox {
        private final List<OrderMessage> orders = new ArrayList<>();
        private final List<ToWorker> told = new ArrayList<>();
        private boolean full;

        @Override
        public void order(WorkerId worker, OrderMessage order) {
            if (full) {
                throw new BasculeException(ErrorCode.COORDINATOR_FAILED, "no room");
            }
            orders.add(order);
        }

        @Override
        public void tell(WorkerId worker, ToWorker message) {
            told.add(message);
        }

        @Override
        public void forget(WorkerId worker, String allButIncarnation) {}
    }

    @BeforeEach
    void open() {
        history = DuckDbHistory.open(folder.resolve("history.duckdb"));
        start();
        for (WorkerId id : List.of(ONE, TWO)) {
            desk.with(book -> {
                book.keep(new MemberEntry(
                        id.value(),
                        Role.WORKER,
                        "hash",
                        clock.instant(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false));
                return true;
            });
        }
    }

    @AfterEach
    void close() {
        history.close();
    }

    /** As a coordinator that was started anew on the same history. */
    private void start() {
        desk = new Desk(
                new Book(history),
                letters,
                Policies.of("fifo", 0),
                (job, worker) -> new ServiceTime.Unknown("a test"),
                PoolLimits.USUAL,
                clock,
                () -> nanos);
    }

    private static Inventory machine(String backend) {
        return Inventory.of(
                "linux", "x86_64", "a processor", 2, 1, Map.of(backend, "session"), Map.of(), List.of(), Set.of());
    }

    private void join(WorkerId id, String incarnation, AttemptKey... holds) {
        desk.hello(id, new FromWorker.Hello(Wire.PROTOCOL, "0.1.0", incarnation, machine(id.value()), List.of(holds)));
    }

    private JobId submit(int number, boolean elsewhere) {
        JobRequest request = new JobRequest(
                JobRequest.idOf("run", number),
                "run",
                number,
                JobKind.CASES,
                "{}",
                List.of(),
                new Requirement.Anything(),
                "likeness",
                0,
                Optional.empty(),
                Set.of(),
                false,
                Duration.ofMinutes(1),
                Set.of(),
                elsewhere);
        desk.submit(List.of(JobEntry.of(request, "someone", clock.instant())));
        return request.id();
    }

    private JobEntry job(JobId id) {
        return desk.with(book -> book.job(id)).orElseThrow();
    }

    private List<AttemptState> attempts(JobId id) {
        return job(id).attempts().stream().map(AttemptStatus::state).toList();
    }

    private void later(Duration time) {
        // In steps, as a coordinator that looks around.
        for (long second = 0; second < time.toSeconds(); second++) {
            nanos += Duration.ofSeconds(1).toNanos();
            desk.tick();
        }
    }

    private boolean ended(WorkerId id, String incarnation, JobId job, int attempt, Optional<Failure> failure) {
        return desk.ended(
                id,
                new FromWorker.Ended(incarnation, job, attempt, 7, failure, Optional.empty()),
                failure.isPresent() ? Optional.empty() : RESULT);
    }

    @Test
    void a_job_is_in_the_ledger_before_its_order_is_sent() {
        join(ONE, FIRST);
        letters.full = true;
        JobId job = submit(1, false);
        desk.tick();
        assertThat(letters.orders).isEmpty();
        assertThat(history.ledger().attempts())
                .singleElement()
                .satisfies(one -> assertThat(one.state()).isEqualTo("PLACED"));
        letters.full = false;
        desk.tick();
        assertThat(letters.orders)
                .singleElement()
                .satisfies(order -> assertThat(order.order().id()).isEqualTo(job));
        desk.tick();
        assertThat(letters.orders).hasSize(1);
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
    void a_coordinator_that_was_started_anew_keeps_what_runs_and_orders_again_what_does_not() {
        join(ONE, FIRST);
        join(TWO, SECOND);
        JobId running = submit(1, false);
        JobId unsent = submit(2, false);
        desk.tick();
        letters.orders.clear();
        start();
        join(ONE, FIRST, new AttemptKey(running, 1));
        join(TWO, SECOND);
        assertThat(letters.orders)
                .singleElement()
                .satisfies(order -> assertThat(order.order().id()).isEqualTo(unsent));
        assertThat(ended(ONE, FIRST, running, 1, Optional.empty())).isTrue();
        assertThat(attempts(running)).containsExactly(AttemptState.DONE);
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
        history = DuckDbHistory.open(folder.resolve("history.duckdb"));
        start();
        assertThat(ended(ONE, FIRST, job, 1, Optional.empty())).isTrue();
    }

    @Test
    void a_job_that_waits_is_told_what_it_waits_for_and_what_each_worker_is_to_it() {
        join(ONE, FIRST);
        submit(1, false);
        desk.tick();
        JobId waits = submit(2, false);
        desk.tick();

        assertThat(desk.waits(job(waits)))
                .hasValueSatisfying(why -> assertThat(why)
                        .isEqualTo("waits until fifo takes it; workers that can do it: 1, idle of these: 0"));
        assertThat(desk.prospect(waits).orElseThrow().workers())
                .singleElement()
                .satisfies(worker ->
                        assertThat(worker.text()).isEqualTo("time not known: a test; busy, nobody knows for how long"));
        assertThat(desk.prospect(JobRequest.idOf("run", 1))).isEmpty();
        assertThat(desk.prospect(JobRequest.idOf("run", 9))).isEmpty();
    }

    @Test
    void a_worker_is_busy_for_as_long_as_such_jobs_took_also_after_a_new_start() {
        join(ONE, FIRST);
        JobId first = submit(1, false);
        desk.tick();
        desk.ended(
                ONE,
                new FromWorker.Ended(
                        FIRST, first, 1, Duration.ofSeconds(40).toNanos(), Optional.empty(), Optional.empty()),
                RESULT);
        submit(2, false);
        desk.tick();
        JobId waits = submit(3, false);
        String text = "40.0 s (20.0 s to 80.0 s, measured); busy for about 40.0 s yet";
        assertThat(desk.prospect(waits).orElseThrow().workers().get(0).text()).isEqualTo(text);

        start();
        join(ONE, FIRST, new AttemptKey(JobRequest.idOf("run", 2), 1));

        assertThat(desk.prospect(waits).orElseThrow().workers().get(0).text()).isEqualTo(text);
    }

    @Test
    void the_ledger_says_which_policy_placed_an_attempt_and_which_version_did_it() {
        join(ONE, FIRST);
        JobId job = submit(1, false);
        desk.tick();

        assertThat(job(job).attempts().get(0).policy()).isEqualTo("fifo");
        assertThat(history.ledger().attempts().get(0).policy()).isEqualTo("fifo");
        assertThat(history.ledger().attempts().get(0).product()).isEqualTo("0.1.0");
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
