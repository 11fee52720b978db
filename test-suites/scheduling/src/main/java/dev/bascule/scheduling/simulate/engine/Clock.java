package dev.bascule.scheduling.simulate.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/** The virtual clock: what is to happen, in the order of time, and of what was asked first among equals. Belongs to one thread. */
final class Clock {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long asked;
    /** Events that make something happen, and do not only look again. */
    private long driving;

    /** What happens. */
    @FunctionalInterface
    interface Happening {
        void happen();
    }

    private record Event(long at, long number, boolean drives, Happening happening) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    /** Nanoseconds from the beginning. */
    long now() {
        return now;
    }

    Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    void after(Duration delay, Happening happening) {
        at(now + delay.toNanos(), happening);
    }

    void at(long when, Happening happening) {
        driving++;
        events.add(new Event(Math.max(now, when), asked++, true, happening));
    }

    /** Something that alone would go on for ever, such as a fault or a look at what waits. */
    void idlyAfter(Duration delay, Happening happening) {
        events.add(new Event(now + delay.toNanos(), asked++, false, happening));
    }

    boolean isDriven() {
        return driving > 0;
    }

    boolean isEmpty() {
        return events.isEmpty();
    }

    /** When the next thing happens; the end of time where nothing does. */
    long next() {
        Event event = events.peek();
        return event == null ? Long.MAX_VALUE : event.at();
    }

    void goTo(long when) {
        now = when;
    }

    /** Lets everything happen that happens next, at one moment. */
    void step() {
        now = next();
        while (next() == now) {
            Event event = events.remove();
            driving -= event.drives() ? 1 : 0;
            event.happening().happen();
        }
    }
}
