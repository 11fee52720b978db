package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.ledger.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Workers that are silent, leave or are sent away, and what becomes of their jobs. Belongs to whoever holds the desk's lock. */
final class Losses {
    /** Within this a tick is expected: what is longer was a standstill of this process, in which nobody could be heard. */
    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    private final Book book;
    private final Seats seats;
    private final Placer placer;
    private final PoolLimits limits;
    private final BooleanSupplier up;
    /** Since when workers could come back. */
    private long open;

    private long lastLook;

    /** @param up whether anybody can be heard now */
    Losses(Book book, Seats seats, Placer placer, PoolLimits limits, BooleanSupplier up) {
        this.book = book;
        this.seats = seats;
        this.placer = placer;
        this.limits = limits;
        this.up = up;
        this.open = seats.nanos();
        this.lastLook = open;
    }

    /** Loses who was silent for too long. */
    void look() {
        long now = seats.nanos();
        long gap = now - lastLook;
        lastLook = now;
        if (!up.getAsBoolean()) {
            // When the broker is back each has the whole time: workers connect anew too, and it may not be noticed at
            // once that it is gone.
            seats.all().forEach(seat -> seat.forgiveUntil(now));
            open = now;
            return;
        }
        if (gap > STANDSTILL.toNanos()) {
            seats.all().forEach(seat -> seat.forgive(gap));
        }
        for (Seat seat : seats.all()) {
            seat.forgetSenses(now, limits.lostAfter());
            if (seat.isSilent(now, limits.lostAfter())) {
                loseOf(seat.id, "%s was silent for %s".formatted(seat.id, seconds(limits.lostAfter())));
                seat.lose();
                seats.keepHeard(seat);
                placer.workersChanged(seats.all());
            }
        }
        loseAbsent(now);
    }

    /** Attempts of a former coordinator whose worker has not come back. */
    private void loseAbsent(long now) {
        if (now - open < limits.lostAfter().toNanos()) {
            return;
        }
        for (JobEntry entry : book.placed()) {
            entry.open()
                    .filter(one -> seats.of(one.worker()).isEmpty())
                    .ifPresent(one -> lose(entry, one, "%s did not come back".formatted(one.worker())));
        }
    }

    /** The job waits again, or has failed with too many workers. */
    void lose(JobEntry entry, AttemptStatus open, String why) {
        JobEntry after = entry.with(open.over(
                AttemptState.LOST,
                seats.now(),
                Optional.empty(),
                Optional.of(Failure.of(ErrorCode.WORKER_LOST, why)),
                Optional.empty()));
        book.keep(List.of(
                after.lost() < limits.lostWorkers()
                        ? after.to(JobState.WAITING, Optional.empty())
                        : after.to(JobState.FAILED, Optional.of(tooMany(after)))));
        placer.jobsChanged();
    }

    private static Failure tooMany(JobEntry entry) {
        String tries = String.join(
                "; ",
                entry.attempts().stream()
                        .filter(one -> one.state() == AttemptState.LOST)
                        .map(one -> "try %d on %s".formatted(one.number(), one.worker()))
                        .toList());
        return Failure.of(
                ErrorCode.WORKER_LOST, "%d workers were lost while they did it: %s".formatted(entry.lost(), tries));
    }

    /** A worker whose token was taken back. */
    void expel(WorkerId id) {
        String why = "the token of %s was taken back".formatted(id);
        seats.of(id).ifPresent(seat -> vacate(seat, why));
        // What was placed before this coordinator started, and nobody came back for.
        loseOf(id, why);
    }

    /** Its place is empty from now on; what it did not give back is lost. */
    void vacate(Seat seat, String why) {
        loseOf(seat.id, why);
        seats.remove(seat);
        placer.workersChanged(seats.all());
    }

    private void loseOf(WorkerId id, String why) {
        book.placed()
                .forEach(entry ->
                        entry.open().filter(one -> one.worker().equals(id)).ifPresent(one -> lose(entry, one, why)));
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? duration.toSeconds() + " s"
                : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
}
