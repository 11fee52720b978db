package dev.bascule.workers.coordinator;

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
import dev.bascule.workers.ledger.AttemptStatus;
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
import org.junit.jupiter.api.io.TempDir;

/** A desk without a broker: on a clock that the test moves, over a real ledger. */
abstract class DeskFixture {
    static final WorkerId ONE = new WorkerId("one");
    static final WorkerId TWO = new WorkerId("two");
    static final String FIRST = "aa";
    static final String SECOND = "bb";
    static final Optional<String> RESULT = Optional.of("cd".repeat(32));

    @TempDir
    Path folder;

    final Letters letters = new Letters();
    final Clock clock = Clock.fixed(Instant.parse("2026-11-28T10:00:00Z"), ZoneOffset.UTC);
    PredictedTimes predicted = (job, machine) -> new ServiceTime.Unknown("a test");
    long nanos;
    History history;
    Desk desk;

    /** Keeps what is sent; throws where it is told to. */
    static final class Letters implements Outbox {
        final List<OrderMessage> orders = new ArrayList<>();
        final List<ToWorker> told = new ArrayList<>();
        boolean full;
        ErrorCode why = ErrorCode.COORDINATOR_FAILED;
        boolean gone;
        int tries;

        @Override
        public boolean isUp() {
            return !gone;
        }

        @Override
        public void order(WorkerId worker, OrderMessage order) {
            tries++;
            if (full) {
                throw new BasculeException(why, "no room");
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
        history = ledger();
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

    /** In a file for whoever opens it again. */
    History ledger() {
        return DatabaseInMemory.history();
    }

    /** As a coordinator that was started anew on the same history. */
    void start() {
        desk = new Desk(
                new Book(history, clock),
                letters,
                Policies.of("fifo", 0),
                (job, machine) -> predicted.of(job, machine),
                Runnable::run,
                PoolLimits.USUAL,
                clock,
                () -> nanos);
    }

    static Inventory machine(String backend) {
        return Inventory.of(
                "linux", "x86_64", "a processor", 2, 1, Map.of(backend, "session"), Map.of(), List.of(), Set.of());
    }

    void join(WorkerId id, String incarnation, AttemptKey... holds) {
        desk.hello(id, new FromWorker.Hello(Wire.PROTOCOL, "0.1.0", incarnation, machine(id.value()), List.of(holds)));
    }

    JobId submit(int number, boolean elsewhere) {
        return submit(number, elsewhere, "likeness");
    }

    JobId submit(int number, boolean elsewhere, String likeness) {
        return submit(number, elsewhere, likeness, JobKind.CASES);
    }

    JobId submit(int number, boolean elsewhere, String likeness, JobKind kind) {
        JobRequest request = new JobRequest(
                JobRequest.idOf("run", number),
                "run",
                number,
                kind,
                "{}",
                List.of(),
                new Requirement.Anything(),
                likeness,
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

    JobEntry job(JobId id) {
        return desk.with(book -> book.job(id)).orElseThrow();
    }

    List<AttemptState> attempts(JobId id) {
        return job(id).attempts().stream().map(AttemptStatus::state).toList();
    }

    void later(Duration time) {
        // In steps, as a coordinator that looks around.
        for (long second = 0; second < time.toSeconds(); second++) {
            nanos += Duration.ofSeconds(1).toNanos();
            desk.tick();
        }
    }

    boolean ended(WorkerId id, String incarnation, JobId job, int attempt, Optional<Failure> failure) {
        return desk.ended(
                id,
                new FromWorker.Ended(incarnation, job, attempt, 7, failure, Optional.empty()),
                failure.isPresent() ? Optional.empty() : RESULT);
    }
}
