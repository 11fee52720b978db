package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a result is worth, or why there is none: accepted, tried again, or failed. Belongs to whoever holds the desk's lock. */
final class Settlement {
    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);

    private final Book book;
    private final Outbox outbox;
    private final Seats seats;
    private final Placer placer;
    private final MeasuredTimes times;
    private final PoolLimits limits;

    Settlement(Book book, Outbox outbox, Seats seats, Placer placer, MeasuredTimes times, PoolLimits limits) {
        this.book = book;
        this.outbox = outbox;
        this.seats = seats;
        this.placer = placer;
        this.times = times;
        this.limits = limits;
    }

    /** @return whether the document is the job's */
    boolean ended(WorkerId id, FromWorker.Ended ended, Optional<String> result) {
        Optional<JobEntry> entry = book.job(ended.job());
        Optional<AttemptStatus> attempt = entry.flatMap(one -> one.attempt(ended.attempt()))
                .filter(one -> one.worker().equals(id));
        if (attempt.filter(one -> !one.state().isOver()).isPresent()) {
            settle(entry.orElseThrow(), attempt.orElseThrow(), ended, result);
            return true;
        }
        if (attempt.filter(
                        one -> one.state() == AttemptState.DONE && one.result().equals(result))
                .isPresent()) {
            return true; // The same message once more.
        }
        outbox.tell(
                id,
                new ToWorker.Discarded(
                        ended.incarnation(),
                        ended.job(),
                        ended.attempt(),
                        attempt.map(one -> "that try is over: %s"
                                        .formatted(one.state().name().toLowerCase(Locale.ROOT)))
                                .orElse("it was not ordered")));
        return false;
    }

    private void settle(JobEntry entry, AttemptStatus open, FromWorker.Ended ended, Optional<String> result) {
        Optional<Failure> failure = ended.failure().or(ended::trouble);
        Duration took = Duration.ofNanos(Math.max(0, ended.tookNanos()));
        JobEntry inTrouble = entry.with(over(open, AttemptState.FAILED, Optional.of(took), failure, result));
        // Its cells failed for a reason of the hardware: what it came to is kept, and it is tried once more.
        boolean again = result.isPresent()
                && failure.isPresent()
                && inTrouble.inTrouble() == 1
                && placer.mayGoElsewhere(inTrouble, seats.all());
        if (again) {
            book.keep(List.of(inTrouble.to(JobState.WAITING, Optional.empty())));
        } else if (result.isPresent()) {
            AttemptStatus done = over(open, AttemptState.DONE, Optional.of(took), failure, result);
            book.keep(List.of(entry.with(done).to(JobState.DONE, Optional.empty())));
            times.add(entry.request().likeness(), done);
        } else {
            book.keep(List.of(withoutResult(inTrouble, open.worker(), failure)));
        }
        placer.jobsChanged();
    }

    /** Waits again, where it was given back or may go elsewhere; has failed else. */
    private JobEntry withoutResult(JobEntry after, WorkerId worker, Optional<Failure> failure) {
        if (failure.filter(why -> why.code() == ErrorCode.RUN_INTERRUPTED).isPresent()) {
            // Its worker stops, and gives it back.
            long back = after.givenBack(worker);
            return back < limits.lostWorkers()
                    ? after.to(JobState.WAITING, Optional.empty())
                    : after.to(
                            JobState.FAILED,
                            Optional.of(Failure.of(
                                    ErrorCode.RUN_INTERRUPTED, "%s gave it back %d times".formatted(worker, back))));
        }
        return placer.mayGoElsewhere(after, seats.all())
                ? after.to(JobState.WAITING, Optional.empty())
                : after.to(JobState.FAILED, failure);
    }

    /** Cancels those of a run's jobs that are not over. */
    void cancel(String run) {
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
            open.ifPresent(one -> seats.of(one.worker())
                    .ifPresent(seat -> told.add(() -> outbox.tell(
                            seat.id,
                            new ToWorker.Cancel(
                                    seat.incarnation, entry.request().id(), one.number(), "the run was cancelled")))));
        }
        book.keep(cancelled);
        placer.jobsChanged();
        told.forEach(Settlement::ifItCan);
    }

    /** It is cancelled all the same: a worker that was not told does it for nothing. */
    private static void ifItCan(Runnable telling) {
        try {
            telling.run();
        } catch (BasculeException e) {
            LOG.warn("a worker is not told that its job was cancelled: {}", e.getMessage());
        }
    }

    private AttemptStatus over(
            AttemptStatus one,
            AttemptState state,
            Optional<Duration> took,
            Optional<Failure> failure,
            Optional<String> result) {
        return one.over(state, seats.now(), took, failure, result);
    }
}
