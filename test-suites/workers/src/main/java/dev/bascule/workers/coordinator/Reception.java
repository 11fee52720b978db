package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.ledger.AttemptStatus;
import dev.bascule.workers.wire.AttemptKey;
import dev.bascule.workers.wire.FromWorker;
import dev.bascule.workers.wire.ToWorker;
import dev.bascule.workers.wire.Wire;
import java.util.List;
import java.util.Optional;

/** Workers come, come back and say that they live. Belongs to whoever holds the desk's lock. */
final class Reception {
    private final Book book;
    private final Outbox outbox;
    private final Seats seats;
    private final Losses losses;
    private final Placer placer;
    private final MeasuredTimes times;
    private final PoolLimits limits;

    Reception(
            Book book,
            Outbox outbox,
            Seats seats,
            Losses losses,
            Placer placer,
            MeasuredTimes times,
            PoolLimits limits) {
        this.book = book;
        this.outbox = outbox;
        this.seats = seats;
        this.losses = losses;
        this.placer = placer;
        this.times = times;
        this.limits = limits;
    }

    /** A worker comes, or comes back. */
    void hello(WorkerId id, FromWorker.Hello hello) {
        if (!seats.isMember(id.value())) {
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
        Inventory inventory = hello.inventory().asOf(id);
        Optional<Seat> before = seats.of(id);
        boolean another = before.filter(seat -> !seat.incarnation.equals(hello.incarnation()))
                .isPresent();
        if (another && !before.orElseThrow().isLost()) {
            refuse(
                    id,
                    before.orElseThrow().incarnation,
                    "another process joined with the same token; a token is for one worker");
        }
        Seat seat = another || before.isEmpty()
                ? new Seat(id, hello.incarnation(), inventory, hello.product(), seats.nanos(), seats.now())
                : before.orElseThrow();
        seats.hear(seat);
        book.member(id.value()).ifPresent(member -> book.keep(member.seen(inventory, seats.now())));
        seats.put(seat);
        times.joined(seat);
        outbox.tell(
                id,
                new ToWorker.Welcome(
                        hello.incarnation(), limits.lostAfter().dividedBy(5).toMillis()));
        takeUp(seat, hello.holds(), another);
        placer.workersChanged(seats.all());
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
                losses.lose(entry, open, "%s was started anew".formatted(seat.id));
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
        if (seats.openAttempt(seat.id, key).isEmpty()) {
            giveUp(seat, key);
        }
    }

    /** Tells it to stop what is no longer its own. */
    void giveUp(Seat seat, AttemptKey key) {
        outbox.tell(
                seat.id,
                new ToWorker.Cancel(
                        seat.incarnation, key.job(), key.attempt(), "it was given up, or given to another"));
    }

    private void refuse(WorkerId id, String incarnation, String why) {
        outbox.tell(id, new ToWorker.Refused(incarnation, Failure.of(ErrorCode.COORDINATOR_REFUSED, why)));
    }

    void beat(WorkerId id, FromWorker.Beat beat) {
        if (seats.of(id).isEmpty() && seats.isMember(id.value())) {
            outbox.tell(id, new ToWorker.Unknown(beat.incarnation()));
        }
        seats.of(id, beat.incarnation()).ifPresent(seat -> {
            if (seat.isLost()) {
                beat.holds().forEach(key -> reconcile(seat, key));
            }
            hear(seat);
        });
    }

    /** It lives, and is one to place jobs on again where it was lost. */
    void hear(Seat seat) {
        if (seats.hear(seat)) {
            placer.workersChanged(seats.all());
        }
    }
}
