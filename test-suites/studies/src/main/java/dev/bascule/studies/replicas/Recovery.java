package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Seat.Event;
import dev.bascule.studies.replicas.Seat.State;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Hears what belongs to no round any more, and starts again who died, so often. Belongs to the host's thread. */
final class Recovery {
    private final List<Seat> seats;
    private final BlockingQueue<Event> events;
    private final IntFunction<Map<String, Tensor>> opening;
    private final int restarts;
    private final List<Loss> losses = new ArrayList<>();
    private long step;

    /**
     * @param events of the threads of these seats
     * @param opening what a replica's session is opened with
     * @param restarts how often each is started again
     */
    Recovery(List<Seat> seats, BlockingQueue<Event> events, IntFunction<Map<String, Tensor>> opening, int restarts) {
        this.seats = List.copyOf(seats);
        this.events = events;
        this.opening = opening;
        this.restarts = restarts;
    }

    void start(Seat seat) {
        seat.start(opening.apply(seat.rank()));
    }

    /**
     * What came between two rounds; one that is being started is waited for as one that is late.
     *
     * @param begins the next step
     */
    void settle(long begins, Duration patience) throws InterruptedException {
        step = begins;
        for (Optional<Event> next = Optional.ofNullable(events.poll());
                next.isPresent();
                next = Optional.ofNullable(events.poll())) {
            late(next.get());
        }
        while (true) {
            OptionalLong longest = seats.stream()
                    .filter(seat -> seat.is(State.STARTING))
                    .mapToLong(seat -> seat.nanosLeft(patience))
                    .max();
            boolean someone = seats.stream().anyMatch(seat -> seat.is(State.READY));
            boolean hope = seats.stream().anyMatch(seat -> !seat.is(State.OUT));
            if (!someone && hope) {
                late(events.take());
            } else if (longest.isPresent() && longest.getAsLong() > 0) {
                Optional.ofNullable(events.poll(longest.getAsLong(), TimeUnit.NANOSECONDS))
                        .ifPresent(this::late);
            } else {
                return;
            }
        }
    }

    /** What belongs to no round any more. */
    void late(Event event) {
        Optional<Ended> fault = Event.fault(event);
        if (fault.isPresent()) {
            again(event.seat(), fault.get());
        } else {
            event.seat().ready();
        }
    }

    /** Starts it again; whether it has not died too often for that. */
    boolean again(Seat seat, Ended why) {
        boolean restarted = seat.died() <= restarts;
        losses.add(new Loss(seat.rank(), step, why, restarted));
        if (restarted) {
            start(seat);
        } else {
            seat.out();
        }
        return restarted;
    }

    /** Waits for those at work: to be late in the last round is no fault. */
    void finish(Duration limit) throws InterruptedException {
        long until = System.nanoTime() + limit.toNanos();
        while (seats.stream().anyMatch(seat -> seat.is(State.BUSY) || seat.is(State.STARTING))) {
            Optional<Event> next =
                    Optional.ofNullable(events.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS));
            if (next.isEmpty()) {
                return;
            }
            late(next.get());
        }
    }

    /** Those that died or failed so far. */
    List<Loss> losses() {
        return List.copyOf(losses);
    }
}
