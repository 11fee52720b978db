package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The one lock under which it is decided what becomes of jobs: {@link Reception} lets workers in, {@link Placer} says who gets one,
 * {@link Settlement} what a result is worth, {@link Losses} when a worker is lost. Everything is in the ledger before it is sent.
 * Thread-safe: one thing after the other.
 */
final class Desk {
    private final Book book;
    private final PoolLimits limits;
    private final Placer placer;
    private final Seats seats;
    private final Reception reception;
    private final Settlement settlement;
    private final Losses losses;
    private final Forecasts forecasts;
    private final MeasuredTimes times;
    private long landed;

    /**
     * @param predicted times of what no attempt in the book has measured
     * @param predicting the thread that asks it
     * @param nanos goes on evenly, also where somebody sets the clock
     */
    Desk(
            Book book,
            Outbox outbox,
            Policy policy,
            PredictedTimes predicted,
            Executor predicting,
            PoolLimits limits,
            Clock clock,
            LongSupplier nanos) {
        this.book = book;
        this.limits = limits;
        this.forecasts = new Forecasts(
                predicted,
                predicting,
                id -> book.job(id).filter(entry -> !entry.state().isOver()).map(JobEntry::request));
        this.times = new MeasuredTimes(forecasts);
        times.add(book.all());
        this.placer = new Placer(book, outbox, policy, times, nanos);
        this.seats = new Seats(book, clock, nanos);
        this.landed = nanos.getAsLong() - Placer.ASK_AGAIN.toNanos();
        this.losses = new Losses(book, seats, placer, limits, outbox::isUp);
        this.settlement = new Settlement(book, outbox, seats, placer, times, limits);
        this.reception = new Reception(book, outbox, seats, losses, placer, times, limits);
    }

    /** A worker comes, or comes back. */
    synchronized void hello(WorkerId id, FromWorker.Hello hello) {
        reception.hello(id, hello);
    }

    /** Whether its token is good, for that role. What one sent whose token was taken back meanwhile does not count. */
    synchronized boolean isMember(String id, Role role) {
        return seats.isMember(id, role);
    }

    synchronized void beat(WorkerId id, FromWorker.Beat beat) {
        reception.beat(id, beat);
    }

    /** What a worker's sensors say counts from the next round on. */
    synchronized void senses(WorkerId id, FromWorker.Senses senses) {
        seats.of(id, senses.incarnation()).ifPresent(seat -> seat.senses(senses.condition(), seats.nanos()));
    }

    /** What a worker keeps counts from the next round on. */
    synchronized void warm(WorkerId id, FromWorker.Warm warm) {
        seats.of(id, warm.incarnation()).ifPresent(seat -> seat.keeps(warm.kept()));
    }

    synchronized void began(WorkerId id, FromWorker.Began began) {
        AttemptKey key = new AttemptKey(began.job(), began.attempt());
        seats.of(id, began.incarnation()).ifPresent(seat -> {
            reception.hear(seat);
            if (seats.openAttempt(id, key).isEmpty()) {
                // It may come after the end of that attempt: the worker is not to count as busy with it for ever.
                reception.giveUp(seat, key);
                return;
            }
            seat.take(key);
            book.job(key.job())
                    .ifPresent(entry -> entry.attempt(key.attempt())
                            .filter(one -> one.state() == AttemptState.PLACED)
                            .ifPresent(one -> book.keep(List.of(entry.with(one.running(seats.now()))))));
        });
    }

    /**
     * A result, or why there is none.
     *
     * @param result SHA-256 of the document, which lies in the folder by now
     * @return whether the document is the job's
     */
    synchronized boolean ended(WorkerId id, FromWorker.Ended ended, Optional<String> result) {
        if (!seats.isMember(id.value())) {
            return false;
        }
        boolean accepted = settlement.ended(id, ended, result);
        seats.of(id, ended.incarnation()).ifPresent(seat -> {
            seat.release(new AttemptKey(ended.job(), ended.attempt()));
            reception.hear(seat);
            placer.jobsChanged();
        });
        return accepted;
    }

    /** A worker goes by itself; what it did not give back is lost. */
    synchronized void leave(WorkerId id, FromWorker.Leave leave) {
        seats.of(id, leave.incarnation()).ifPresent(seat -> losses.vacate(seat, "%s left".formatted(id)));
    }

    /** A worker whose token was taken back. */
    synchronized void expel(WorkerId id) {
        losses.expel(id);
    }

    /** Cancels those of a run's jobs that are not over. */
    synchronized void cancel(String run) {
        settlement.cancel(run);
    }

    /** Takes jobs that were checked. */
    synchronized void submit(List<JobEntry> entries) {
        book.keep(entries);
        placer.workersChanged(seats.all());
    }

    /** Looks around: who is lost, who gets what. To be called often, and by one thread. */
    synchronized void tick() {
        losses.look();
        // Each time that is known may change the whole plan: not more often than a policy is asked anyway.
        if (seats.nanos() - landed >= Placer.ASK_AGAIN.toNanos()) {
            landed = seats.nanos();
            if (forecasts.land(() -> likenesses(entry -> !entry.state().isOver()))) {
                placer.jobsChanged();
            }
        }
        placer.place(seats.all(), seats.now());
    }

    private Set<String> likenesses(Predicate<JobEntry> of) {
        return book.all().stream()
                .filter(of)
                .map(entry -> entry.request().likeness())
                .collect(Collectors.toSet());
    }

    /** Forgets runs that were over before then, as {@link Book#forget} does, and what only their jobs told of times. */
    synchronized List<JobEntry> forget(Instant before) {
        List<JobEntry> gone = book.forget(before);
        if (!gone.isEmpty()) {
            times.keepOnly(likenesses(entry -> true));
        }
        return gone;
    }

    /** Whether a worker may have a file: its job that is under way names it. */
    synchronized boolean mayRead(WorkerId id, FromWorker.Want want) {
        return seats.isMember(id.value())
                && seats.openAttempt(id, new AttemptKey(want.job(), want.attempt()))
                        .isPresent()
                && book.job(want.job())
                        .filter(entry -> entry.request().blobs().stream()
                                .anyMatch(blob -> blob.sha256().equals(want.sha256())))
                        .isPresent();
    }

    /** Where an attempt is under way. */
    record Partner(WorkerId worker, String incarnation) {}

    /**
     * Who does this attempt of a job that its submitter talks to; empty where that worker is awaited since this coordinator was started: it
     * comes back, or what it did is lost.
     *
     * @throws BasculeException COORDINATOR_REFUSED where it is none of this submitter's, or does not run; what it ended by where it is over
     */
    synchronized Optional<Partner> partner(String owner, AttemptKey key) {
        JobEntry entry = book.job(key.job())
                .filter(one -> one.owner().equals(owner))
                .orElseThrow(() -> untold(key, "there is no such job of this submitter"));
        if (entry.request().kind() != JobKind.REPLICA) {
            throw untold(key, "nobody talks to a job of its kind");
        }
        AttemptStatus attempt =
                entry.attempt(key.attempt()).orElseThrow(() -> untold(key, "there is no such try of it"));
        ended(key).ifPresent(why -> {
            throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
        });
        Optional<Seat> seat = seats.of(attempt.worker());
        if (attempt.state() != AttemptState.RUNNING || seat.filter(Seat::isLost).isPresent()) {
            throw untold(key, "it does not run now");
        }
        return seat.map(one -> new Partner(one.id, one.incarnation));
    }

    private static BasculeException untold(AttemptKey key, String why) {
        return new BasculeException(ErrorCode.COORDINATOR_REFUSED, "%s is told nothing: %s".formatted(key, why));
    }

    /** Why an attempt says nothing any more; empty where it is under way. */
    synchronized Optional<Failure> ended(AttemptKey key) {
        Optional<AttemptStatus> attempt = book.job(key.job()).flatMap(entry -> entry.attempt(key.attempt()));
        if (attempt.filter(one -> !one.state().isOver()).isPresent()) {
            return Optional.empty();
        }
        return attempt.flatMap(AttemptStatus::failure)
                .or(() -> Optional.of(Failure.of(
                        ErrorCode.COORDINATOR_REFUSED,
                        "%s is over: %s"
                                .formatted(
                                        key,
                                        attempt.map(one -> one.state().name().toLowerCase(Locale.ROOT))
                                                .orElse("it was forgotten")))));
    }

    /** Whether this worker's process may answer for that attempt: it is its own, and under way. */
    synchronized boolean speaks(WorkerId id, FromWorker.Said said) {
        return seats.isMember(id.value())
                && seats.of(id, said.incarnation()).isPresent()
                && seats.openAttempt(id, new AttemptKey(said.job(), said.attempt()))
                        .isPresent();
    }

    /** For a look at the book, or a change of members, under the lock. */
    synchronized <T> T with(Function<Book, T> look) {
        return look.apply(book);
    }

    synchronized Optional<String> waits(JobEntry entry) {
        return placer.waits(entry, seats.all(), seats.now());
    }

    /** What becomes of a job that waits; empty where it does not, or is not known. */
    synchronized Optional<Prospect> prospect(JobId id) {
        return book.job(id)
                .filter(entry -> entry.state() == JobState.WAITING)
                .flatMap(entry -> placer.explain(entry, seats.all(), seats.now()))
                .map(Prospect::of);
    }

    /** So many jobs will be under way at most, where each worker that is there takes one more. */
    synchronized long underWayAtMost() {
        return book.underWay() + (long) seats.all().size();
    }

    /** There is room for the results of so many jobs: no more are placed than that. */
    synchronized void roomForResults(long jobs) {
        placer.roomForResults(jobs);
    }

    synchronized List<WorkerStatus> workers() {
        return seats.told();
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
