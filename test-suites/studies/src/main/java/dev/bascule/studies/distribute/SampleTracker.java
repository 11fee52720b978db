package dev.bascule.studies.distribute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A tracker of who has which sample, and which have an answer: each sample comes to exactly one end. A sample that two devices
 * in a row did not survive, or refused, is given up. Not thread-safe: {@link ReplicaPool} guards it.
 */
final class SampleTracker {
    /** Devices that a sample may cost, or that may refuse it, before it is given up. */
    static final int STRIKES = 2;

    private final LongSupplier clock;
    private final int[] strikes;
    private final boolean[] ended;
    private final boolean[] lost;
    private final Map<Integer, Ticket> open = new HashMap<>();
    private final List<SampleEvent> events = new ArrayList<>();
    private int tickets;
    private int left;

    /** One try of a sample on a device. */
    record Ticket(int number, int sample, int device, long since) {}

    /** @param clock nanoseconds since the start */
    SampleTracker(int samples, int devices, LongSupplier clock) {
        this.clock = clock;
        this.strikes = new int[samples];
        this.ended = new boolean[samples];
        this.lost = new boolean[devices];
        this.left = samples;
    }

    Ticket take(int sample, int device) {
        Ticket ticket = new Ticket(tickets++, sample, device, clock.getAsLong());
        open.put(ticket.number(), ticket);
        events.add(new SampleEvent.Taken(sample, device, ticket.number(), ticket.since()));
        return ticket;
    }

    /** Whether the answer counts: a late one of a device that was given up does not. */
    boolean settle(Ticket ticket) {
        if (open.remove(ticket.number()) == null || ended[ticket.sample()]) {
            events.add(new SampleEvent.Dropped(ticket.sample(), ticket.device(), ticket.number(), clock.getAsLong()));
            return false;
        }
        end(ticket.sample());
        events.add(new SampleEvent.Settled(ticket.sample(), ticket.device(), ticket.number(), clock.getAsLong()));
        return true;
    }

    /** The try failed; the sample, where it is to be tried elsewhere. */
    Optional<Integer> strike(Ticket ticket, String why) {
        if (open.remove(ticket.number()) == null || ended[ticket.sample()]) {
            return Optional.empty();
        }
        int sample = ticket.sample();
        events.add(new SampleEvent.Struck(sample, ticket.device(), ticket.number(), why, clock.getAsLong()));
        if (++strikes[sample] < STRIKES) {
            return Optional.of(sample);
        }
        end(sample);
        events.add(new SampleEvent.GivenUp(sample, why, clock.getAsLong()));
        return Optional.empty();
    }

    /** The device is gone; the samples that it had and that are to be tried elsewhere. Nothing the second time. */
    List<Integer> lose(int device, String why) {
        if (lost[device]) {
            return List.of();
        }
        lost[device] = true;
        List<Ticket> held = List.copyOf(open.values()).stream()
                .filter(ticket -> ticket.device() == device)
                .toList();
        events.add(new SampleEvent.DeviceLost(
                device, why, held.stream().map(Ticket::sample).toList(), clock.getAsLong()));
        return held.stream().flatMap(ticket -> strike(ticket, why).stream()).toList();
    }

    private void end(int sample) {
        ended[sample] = true;
        left--;
    }

    boolean isLost(int device) {
        return lost[device];
    }

    boolean allLost() {
        for (boolean gone : lost) {
            if (!gone) {
                return false;
            }
        }
        return true;
    }

    /** What a device is at. */
    Optional<Ticket> inFlight(int device) {
        return open.values().stream()
                .filter(ticket -> ticket.device() == device)
                .findFirst();
    }

    /** Samples without an end. */
    int left() {
        return left;
    }

    List<Integer> unfinished() {
        List<Integer> unfinished = new ArrayList<>();
        for (int sample = 0; sample < ended.length; sample++) {
            if (!ended[sample]) {
                unfinished.add(sample);
            }
        }
        return unfinished;
    }

    List<SampleEvent> events() {
        return List.copyOf(events);
    }

    @Override
    public String toString() {
        return "%d left, strikes %s".formatted(left, Arrays.toString(strikes));
    }
}
