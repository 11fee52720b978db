package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.history.DatabaseInMemory;
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
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.OrderMessage;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One member or one job that does what it should not, and what becomes of all others. */
@Tag("attack")
class DeskGuardTest {
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId TWO = new WorkerId("two");
    private static final Optional<String> RESULT = Optional.of("cd".repeat(32));

    private final List<OrderMessage> orders = new ArrayList<>();
    private final List<ToWorker> told = new ArrayList<>();
    private final Set<WorkerId> full = new HashSet<>();
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-28T10:00:00Z"), ZoneOffset.UTC);
    private long nanos;
    private History history;
    private Desk desk;

    private final Outbox letters = new Outbox() {
        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public void order(WorkerId worker, OrderMessage order) {
            if (full.contains(worker)) {
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
    };

    @BeforeEach
    void open() {
        history = DatabaseInMemory.history();
        start();
        for (WorkerId id : List.of(ONE, TWO)) {
            member(id, false);
        }
    }

    @AfterEach
    void close() {
        history.close();
    }

    private void start() {
        desk = new Desk(
                new Book(history, clock),
                letters,
                Policies.of("fifo", 0),
                (job, worker) -> new ServiceTime.Unknown("a test"),
                Runnable::run,
                PoolLimits.USUAL,
                clock,
                () -> nanos);
    }

    private void member(WorkerId id, boolean revoked) {
        desk.with(book -> {
            book.keep(new MemberEntry(
                    id.value(),
                    Role.WORKER,
                    "hash",
                    clock.instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    revoked));
            return true;
        });
    }

    private void join(WorkerId id, String incarnation, AttemptKey... holds) {
        Inventory machine = Inventory.of(
                "linux", "x86_64", "a processor", 2, 1, Map.of("wasm", "session"), Map.of(), List.of(), Set.of());
        desk.hello(id, new FromWorker.Hello(Wire.PROTOCOL, "0.1.0", incarnation, machine, List.of(holds)));
    }

    private JobId submit(int number, Optional<Duration> within) {
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
                within,
                Set.of(),
                false,
                Duration.ofMinutes(1),
                Set.of(),
                false);
        desk.submit(List.of(JobEntry.of(request, "someone", clock.instant())));
        return request.id();
    }

    private JobEntry job(JobId id) {
        return desk.with(book -> book.job(id)).orElseThrow();
    }

    private boolean ended(WorkerId id, JobId job, int attempt, Optional<Failure> failure) {
        return desk.ended(
                id,
                new FromWorker.Ended("aa", job, attempt, 7, failure, Optional.empty()),
                failure.isPresent() ? Optional.empty() : RESULT);
    }

    private Optional<AttemptKey> busy(WorkerId id) {
        return desk.workers().stream()
                .filter(one -> one.id().equals(id))
                .flatMap(one -> one.job().stream())
                .findFirst()
                .map(job -> new AttemptKey(job, 1));
    }

    @Test
    void a_job_whose_time_is_beyond_counting_fails_alone_also_where_the_ledger_has_it_already() {
        JobId endless = submit(1, Optional.of(Duration.ofSeconds(1_000_000_000_000_000_000L)));
        JobId plain = submit(2, Optional.of(Duration.ofMinutes(1)));
        start();
        join(ONE, "aa");
        desk.tick();
        assertThat(job(endless).state()).isEqualTo(JobState.FAILED);
        assertThat(job(endless).failure().orElseThrow().message()).contains("run-1 cannot be placed");
        assertThat(job(plain).state()).isEqualTo(JobState.PLACED);
    }

    @Test
    void a_worker_that_says_to_keep_very_much_is_not_understood() {
        Set<String> many = IntStream.range(0, 101).mapToObj(String::valueOf).collect(Collectors.toSet());
        assertThatThrownBy(() -> new FromWorker.Warm("aa", many)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FromWorker.Warm("aa", Set.of("x".repeat(101))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Wire.read(Wire.write(new FromWorker.Warm("aa", Set.of("wasm"))), FromWorker.Warm.class)
                        .kept())
                .containsExactly("wasm");
    }

    @Test
    void a_worker_that_says_to_hold_very_many_jobs_is_not_understood() {
        List<AttemptKey> many = Collections.nCopies(60_000, new AttemptKey(new JobId("run-1"), 1));
        assertThatThrownBy(() -> new FromWorker.Beat("aa", many)).isInstanceOf(IllegalArgumentException.class);
        String json = Wire.write(new FromWorker.Beat("aa", many.subList(0, 1)));
        String twice = json.replaceFirst("\\[(.*)]", "[" + String.join(",", Collections.nCopies(9, "$1")) + "]");
        assertThat(Wire.read(json, FromWorker.Beat.class).holds()).hasSize(1);
        assertThatThrownBy(() -> Wire.read(twice, FromWorker.Beat.class))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }

    @Test
    void a_worker_that_takes_no_orders_keeps_no_order_from_others_nor_itself_from_coming_back() {
        join(ONE, "aa");
        JobId first = submit(1, Optional.empty());
        full.add(ONE);
        desk.tick();
        join(TWO, "bb");
        JobId second = submit(2, Optional.empty());
        desk.tick();
        assertThat(orders).extracting(order -> order.order().id()).containsExactly(second);
        join(ONE, "aa");
        full.clear();
        desk.tick();
        assertThat(orders).extracting(order -> order.order().id()).containsExactly(second, first);
    }

    @Test
    void what_a_worker_says_whose_token_was_taken_back_does_not_count() {
        join(ONE, "aa");
        JobId job = submit(1, Optional.empty());
        desk.tick();
        member(ONE, true);
        assertThat(ended(ONE, job, 1, Optional.empty())).isFalse();
        assertThat(job(job).state()).isEqualTo(JobState.PLACED);
        desk.expel(ONE);
        join(ONE, "aa");
        desk.tick();
        assertThat(job(job).attempts()).extracting(one -> one.state()).containsExactly(AttemptState.LOST);
        // Negative control: another worker is heard.
        join(TWO, "bb");
        desk.tick();
        assertThat(job(job).state()).isEqualTo(JobState.PLACED);
    }

    @Test
    void a_worker_that_gives_a_job_back_again_and_again_ends_it() {
        join(ONE, "aa");
        JobId job = submit(1, Optional.empty());
        for (int attempt = 1; attempt <= 3; attempt++) {
            assertThat(job(job).state()).isEqualTo(JobState.WAITING);
            desk.tick();
            ended(ONE, job, attempt, Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "the worker stops")));
        }
        assertThat(job(job).state()).isEqualTo(JobState.FAILED);
        assertThat(job(job).failure().orElseThrow().message()).contains("one gave it back 3 times");
    }

    @Test
    void a_worker_whose_beginning_is_heard_after_its_end_is_idle() {
        join(ONE, "aa");
        JobId job = submit(1, Optional.empty());
        desk.tick();
        assertThat(busy(ONE)).isPresent();
        ended(ONE, job, 1, Optional.empty());
        desk.began(ONE, new FromWorker.Began("aa", job, 1));
        assertThat(busy(ONE)).isEmpty();
    }

    @Test
    void sensors_that_say_what_cannot_be_are_not_understood() {
        for (String figure : List.of("NaN", "-1.0", "1e9")) {
            assertThatThrownBy(() -> Wire.read(
                            "{\"incarnation\": \"aa\", \"watts\": \"%s\", \"headroomCelsius\": null}".formatted(figure),
                            FromWorker.Senses.class))
                    .isInstanceOf(BasculeException.class);
        }
        String json = Wire.write(new FromWorker.Senses("aa", Optional.of(65.0), Optional.empty()));
        assertThat(Wire.read(json, FromWorker.Senses.class).watts()).hasValue(65.0);
    }
}
