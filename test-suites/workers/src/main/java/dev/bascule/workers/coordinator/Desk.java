package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Decides what becomes of jobs: who gets one, what a result is worth, when a worker is lost. Everything is in the ledger before it is
 * sent. Thread-safe: one thing after the other.
 */
final class Desk {
    /** Within this a tick is expected: what is longer was a standstill of this process, in which nobody could be heard. */
    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    private final Book book;
    private final Outbox outbox;
    private final PoolLimits limits;
    private final Clock clock;
    private final LongSupplier nanos;
    private final MeasuredTimes times;
    private final Placer placer;
    private final Map<WorkerId, Seat> seats = new TreeMap<>();
    private final long started;
    private long lastTick;

    /**
     * @param otherwise times of what no attempt in the book has measured
     * @param nanos goes on evenly, also where somebody sets the clock
     */
    Desk(
            Book book,
            Outbox outbox,
            Policy policy,
            ServiceTimes otherwise,
            PoolLimits limits,
            Clock clock,
            LongSupplier nanos) {
        this.book = book;
        this.outbox = outbox;
        this.limits = limits;
        this.clock = clock;
        this.nanos = nanos;
        this.times = new MeasuredTimes(otherwise);
        times.add(book.all());
        this.placer = new Placer(book, outbox, policy, times);
        this.started = nanos.getAsLong();
        this.lastTick = started;
    }

    /** A worker comes, or comes back. */
    synchronized void hello(WorkerId id, FromWorker.Hello hello) {
        if (!isMember(id.value())) {
            return;
        }
        if (hello.protocol() != Wire.PROTOCOL) {
            refuse(
                    id,
                    hello.incarnation(),
                    "the worker speaks version %d of the protocol (Bascule %s), the coordinator version %d"
                            .formatted(hello.protocol(), hello.product(), Wire.PROTOCOL));
            return;
        }
        outbox.forget(id, hello.incarnation());
        Optional<Seat> before = Optional.ofNullable(seats.get(id));
        boolean another = before.filter(seat -> !seat.incarnation.equals(hello.incarnation()))
                .isPresent();
        if (another && !before.orElseThrow().isLost()) {
            refuse(
                    id,
                    before.orElseThrow().incarnation,
                    "another process joined with the same token; a token is for one worker");
        }
        Seat seat = another || before.isEmpty()
                ? new Seat(
                        id, hello.incarnation(), hello.inventory(), hello.product(), nanos.getAsLong(), clock.instant())
                : before.orElseThrow();
        seat.hear(nanos.getAsLong(), clock.instant());
        book.member(id.value()).ifPresent(member -> book.keep(member.seen(hello.inventory(), clock.instant())));
        seats.put(id, seat);
        times.joined(seat);
        outbox.tell(
                id,
                new ToWorker.Welcome(
                        hello.incarnation(), limits.lostAfter().dividedBy(5).toMillis()));
        takeUp(seat, hello.holds(), another);
        placer.workersChanged(seats.values());
    }

    /** What was under way at a worker that comes back: it goes on, is ordered again, or was lost with the former process. */
    private void takeUp(Seat seat, List<AttemptKey> holds, boolean another) {
        for (JobEntry entry : book.placed()) {
            AttemptStatus open = entry.open().orElseThrow();
            AttemptKey key = new AttemptKey(entry.request().id(), open.number());
            if (!open.worker().equals(seat.id) || holds.contains(key)) {
                continue;
            }
            if (another) {
                lose(entry, open, "%s was started anew".formatted(seat.id));
            } else {
                // It may have come through before: the worker does nothing twice.
                seat.take(key);
                placer.again(key, seat);
            }
        }
        holds.forEach(key -> reconcile(seat, key));
    }

    private void reconcile(Seat seat, AttemptKey key) {
        seat.take(key);
        if (openAttempt(seat.id, key).isEmpty()) {
            giveUp(seat, key);
        }
    }

    private void giveUp(Seat seat, AttemptKey key) {
        outbox.tell(
                seat.id,
                new ToWorker.Cancel(
                        seat.incarnation, key.job(), key.attempt(), "it was given up, or given to another"));
    }

    /** Whether its token is good. What one sent whose token was taken back meanwhile does not count. */
    synchronized boolean isMember(String id) {
        return book.member(id).filter(one -> !one.revoked()).isPresent();
    }

    private void refuse(WorkerId id, String incarnation, String why) {
        outbox.tell(id, new ToWorker.Refused(incarnation, Failure.of(ErrorCode.COORDINATOR_REFUSED, why)));
    }

    /** The worker's seat, where this is its process that is let in. */
    private Optional<Seat> seat(WorkerId id, String incarnation) {
        return Optional.ofNullable(seats.get(id)).filter(seat -> seat.incarnation.equals(incarnation));
    }

    private Optional<AttemptStatus> openAttempt(WorkerId worker, AttemptKey key) {
        return book.job(key.job())
                .flatMap(entry -> entry.attempt(key.attempt()))
                .filter(one -> one.worker().equals(worker) && !one.state().isOver());
    }

    synchronized void beat(WorkerId id, FromWorker.Beat beat) {
        seat(id, beat.incarnation()).ifPresent(seat -> {
            if (seat.isLost()) {
                beat.holds().forEach(key -> reconcile(seat, key));
            }
            hear(seat);
        });
    }

    /** It lives, and is one to place jobs on again where it was lost. */
    private void hear(Seat seat) {
        boolean lost = seat.isLost();
        seat.hear(nanos.getAsLong(), clock.instant());
        if (lost) {
            placer.workersChanged(seats.values());
        }
    }

    synchronized void began(WorkerId id, FromWorker.Began began) {
        AttemptKey key = new AttemptKey(began.job(), began.attempt());
        seat(id, began.incarnation()).ifPresent(seat -> {
            hear(seat);
            if (openAttempt(id, key).isEmpty()) {
                // It may come after the end of that attempt: the worker is not to count as busy with it for ever.
                giveUp(seat, key);
                return;
            }
            seat.take(key);
            update(key, one -> one.running(clock.instant()));
        });
    }

    private void update(AttemptKey key, UnaryOperator<AttemptStatus> change) {
        book.job(key.job())
                .ifPresent(entry -> entry.attempt(key.attempt())
                        .filter(one -> one.state() == AttemptState.PLACED)
                        .ifPresent(one -> book.keep(List.of(entry.with(change.apply(one))))));
    }

    /**
     * A result, or why there is none.
     *
     * @param result SHA-256 of the document, which lies in the folder by now
     * @return whether the document is the job's
     */
    synchronized boolean ended(WorkerId id, FromWorker.Ended ended, Optional<String> result) {
        if (!isMember(id.value())) {
            return false;
        }
        AttemptKey key = new AttemptKey(ended.job(), ended.attempt());
        Optional<JobEntry> entry = book.job(ended.job());
        Optional<AttemptStatus> attempt = entry.flatMap(one -> one.attempt(ended.attempt()))
                .filter(one -> one.worker().equals(id));
        boolean accepted = false;
        if (attempt.filter(one -> !one.state().isOver()).isPresent()) {
            settle(entry.orElseThrow(), attempt.orElseThrow(), ended, result);
            accepted = true;
        } else if (attempt.filter(
                        one -> one.state() == AttemptState.DONE && one.result().equals(result))
                .isPresent()) {
            accepted = true; // The same message once more.
        } else {
            outbox.tell(
                    id,
                    new ToWorker.Discarded(
                            ended.incarnation(),
                            ended.job(),
                            ended.attempt(),
                            attempt.map(one -> "that try is over: %s"
                                            .formatted(one.state().name().toLowerCase(Locale.ROOT)))
                                    .orElse("it was not ordered")));
        }
        seat(id, ended.incarnation()).ifPresent(seat -> {
            seat.release(key);
            hear(seat);
            placer.jobsChanged();
        });
        return accepted;
    }

    private void settle(JobEntry entry, AttemptStatus open, FromWorker.Ended ended, Optional<String> result) {
        Optional<Failure> failure = ended.failure().or(ended::trouble);
        Duration took = Duration.ofNanos(Math.max(0, ended.tookNanos()));
        JobEntry inTrouble = entry.with(over(open, AttemptState.FAILED, Optional.of(took), failure, result));
        boolean again = result.isPresent()
                && failure.isPresent()
                && inTrouble.inTrouble() == 1
                && placer.mayGoElsewhere(inTrouble, seats.values());
        AttemptState state = result.isPresent() && !again ? AttemptState.DONE : AttemptState.FAILED;
        JobEntry after = entry.with(over(open, state, Optional.of(took), failure, result));
        if (again) {
            // Its cells failed for a reason of the hardware: what it came to is kept, and it is tried once more.
            book.keep(List.of(after.to(JobState.WAITING, Optional.empty())));
        } else if (result.isPresent()) {
            book.keep(List.of(after.to(JobState.DONE, Optional.empty())));
            times.add(after.request().likeness(), after.attempt(open.number()).orElseThrow());
        } else if (failure.filter(why -> why.code() == ErrorCode.RUN_INTERRUPTED)
                .isPresent()) {
            // Its worker stops, and gives it back.
            long back = after.givenBack(open.worker());
            book.keep(List.of(
                    back < limits.lostWorkers()
                            ? after.to(JobState.WAITING, Optional.empty())
                            : after.to(
                                    JobState.FAILED,
                                    Optional.of(Failure.of(
                                            ErrorCode.RUN_INTERRUPTED,
                                            "%s gave it back %d times".formatted(open.worker(), back))))));
        } else if (placer.mayGoElsewhere(after, seats.values())) {
            book.keep(List.of(after.to(JobState.WAITING, Optional.empty())));
        } else {
            book.keep(List.of(after.to(JobState.FAILED, failure)));
        }
        placer.jobsChanged();
    }

    private AttemptStatus over(
            AttemptStatus one,
            AttemptState state,
            Optional<Duration> took,
            Optional<Failure> failure,
            Optional<String> result) {
        return one.over(state, clock.instant(), took, failure, result);
    }

    /** The job waits again, or has failed with too many workers. */
    private void lose(JobEntry entry, AttemptStatus open, String why) {
        JobEntry after = entry.with(over(
                open,
                AttemptState.LOST,
                Optional.empty(),
                Optional.of(Failure.of(ErrorCode.WORKER_LOST, why)),
                Optional.empty()));
        if (after.lost() >= limits.lostWorkers()) {
            String tries = String.join(
                    "; ",
                    after.attempts().stream()
                            .filter(one -> one.state() == AttemptState.LOST)
                            .map(one -> "try %d on %s".formatted(one.number(), one.worker()))
                            .toList());
            after = after.to(
                    JobState.FAILED,
                    Optional.of(Failure.of(
                            ErrorCode.WORKER_LOST,
                            "%d workers were lost while they did it: %s".formatted(after.lost(), tries))));
        } else {
            after = after.to(JobState.WAITING, Optional.empty());
        }
        book.keep(List.of(after));
        placer.jobsChanged();
    }

    /** A worker goes by itself; what it did not give back is lost. */
    synchronized void leave(WorkerId id, FromWorker.Leave leave) {
        seat(id, leave.incarnation()).ifPresent(seat -> vacate(seat, "%s left".formatted(id)));
    }

    /** A worker whose token was taken back. */
    synchronized void expel(WorkerId id) {
        Optional.ofNullable(seats.get(id))
                .ifPresent(seat -> vacate(seat, "the token of %s was taken back".formatted(id)));
        // What was placed before this coordinator started, and nobody came back for.
        loseOf(id, "the token of %s was taken back".formatted(id));
    }

    private void vacate(Seat seat, String why) {
        loseOf(seat.id, why);
        seats.remove(seat.id);
        book.member(seat.id.value()).ifPresent(member -> book.keep(member.heardAt(seat.heard())));
        placer.workersChanged(seats.values());
    }

    private void loseOf(WorkerId id, String why) {
        book.placed()
                .forEach(entry ->
                        entry.open().filter(one -> one.worker().equals(id)).ifPresent(one -> lose(entry, one, why)));
    }

    /** Cancels those of a run's jobs that are not over. */
    synchronized void cancel(String run) {
        List<JobEntry> cancelled = new ArrayList<>();
        List<Runnable> told = new ArrayList<>();
        for (JobEntry entry : book.run(run)) {
            if (entry.state().isOver()) {
                continue;
            }
            Optional<AttemptStatus> open = entry.open();
            JobEntry after = open.map(one -> entry.with(
                            over(one, AttemptState.CANCELLED, Optional.empty(), Optional.empty(), Optional.empty())))
                    .orElse(entry);
            cancelled.add(after.to(JobState.CANCELLED, Optional.empty()));
            open.ifPresent(one -> Optional.ofNullable(seats.get(one.worker()))
                    .ifPresent(seat -> told.add(() -> outbox.tell(
                            seat.id,
                            new ToWorker.Cancel(
                                    seat.incarnation, entry.request().id(), one.number(), "the run was cancelled")))));
        }
        book.keep(cancelled);
        told.forEach(Runnable::run);
        placer.jobsChanged();
    }

    /** Takes jobs that were checked. */
    synchronized void submit(List<JobEntry> entries) {
        book.keep(entries);
        placer.workersChanged(seats.values());
    }

    /** Looks around: who is lost, who gets what. To be called often, and by one thread. */
    synchronized void tick() {
        long now = nanos.getAsLong();
        long gap = now - lastTick;
        lastTick = now;
        if (gap > STANDSTILL.toNanos()) {
            seats.values().forEach(seat -> seat.forgive(gap));
        }
        for (Seat seat : List.copyOf(seats.values())) {
            if (seat.isSilent(now, limits.lostAfter())) {
                loseOf(seat.id, "%s was silent for %s".formatted(seat.id, seconds(limits.lostAfter())));
                seat.lose();
                book.member(seat.id.value()).ifPresent(member -> book.keep(member.heardAt(seat.heard())));
                placer.workersChanged(seats.values());
            }
        }
        loseAbsent(now);
        placer.place(seats.values(), clock.instant());
    }

    /** Attempts of a former coordinator whose worker has not come back. */
    private void loseAbsent(long now) {
        if (now - started < limits.lostAfter().toNanos()) {
            return;
        }
        for (JobEntry entry : book.placed()) {
            entry.open()
                    .filter(one -> !seats.containsKey(one.worker()))
                    .ifPresent(one -> lose(entry, one, "%s did not come back".formatted(one.worker())));
        }
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + " s"
                : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    /** Whether a worker may have a file: its job that is under way names it. */
    synchronized boolean mayRead(WorkerId id, FromWorker.Want want) {
        return isMember(id.value())
                && openAttempt(id, new AttemptKey(want.job(), want.attempt())).isPresent()
                && book.job(want.job())
                        .filter(entry -> entry.request().blobs().stream()
                                .anyMatch(blob -> blob.sha256().equals(want.sha256())))
                        .isPresent();
    }

    /** For a look at the book, or a change of members, under the lock. */
    synchronized <T> T with(Function<Book, T> look) {
        return look.apply(book);
    }

    synchronized Optional<String> waits(JobEntry entry) {
        return placer.waits(entry, seats.values(), clock.instant());
    }

    /** What becomes of a job that waits; empty where it does not, or is not known. */
    synchronized Optional<Prospect> prospect(JobId id) {
        return book.job(id)
                .filter(entry -> entry.state() == JobState.WAITING)
                .flatMap(entry -> placer.explain(entry, seats.values(), clock.instant()))
                .map(told -> new Prospect(
                        told.state(),
                        told.workers().stream()
                                .map(line -> new Prospect.OfWorker(line.worker(), line.able(), line.text()))
                                .toList()));
    }

    synchronized List<WorkerStatus> workers() {
        return book.members().stream()
                .filter(member -> member.role() == Role.WORKER)
                .map(member -> {
                    WorkerId id = new WorkerId(member.id());
                    Optional<Seat> seat = Optional.ofNullable(seats.get(id));
                    return new WorkerStatus(
                            id,
                            state(member, seat),
                            seat.map(one -> one.inventory).or(member::inventory),
                            seat.map(Seat::heard).or(member::heard),
                            seat.flatMap(Seat::busy).map(AttemptKey::job));
                })
                .toList();
    }

    private static String state(MemberEntry member, Optional<Seat> seat) {
        if (member.revoked()) {
            return "revoked";
        }
        if (seat.isEmpty()) {
            return member.joined().isPresent() ? "left" : "invited";
        }
        Seat one = seat.orElseThrow();
        return one.isLost() ? "lost" : one.busy().isPresent() ? "busy" : "idle";
    }

    /** @throws BasculeException USAGE_ERROR where there are too many */
    synchronized void room(List<JobEntry> more, String owner) {
        long asked =
                book.asked(owner) + more.stream().mapToLong(JobEntry::weight).sum();
        if (asked > limits.ownerBytes()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the coordinator keeps %d characters of one submitter's jobs, and these would make them %d"
                            .formatted(limits.ownerBytes(), asked),
                    "submit fewer jobs, or wait for others");
        }
        if (book.open() + more.size() > limits.jobs()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the coordinator takes %d jobs at a time, and has %d".formatted(limits.jobs(), book.open()),
                    "submit fewer jobs, or wait for others");
        }
    }
}
