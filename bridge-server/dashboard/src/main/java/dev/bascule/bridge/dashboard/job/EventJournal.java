package dev.bascule.bridge.dashboard.job;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The newest events, in order. Ids begin at the server's start in microseconds, so that a client of an earlier server asks
 * for what this one never had, and is told so. Thread-safe.
 */
public final class EventJournal {
    /** Of some hundred bytes each; a run of a thousand cases has some three thousand. */
    public static final int USUAL_CAPACITY = 20_000;

    private final Clock clock;
    private final int capacity;
    private final List<ServerEvent> events = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private long last;
    private long dropped;

    public EventJournal(Clock clock, int capacity) {
        this.clock = clock;
        this.capacity = capacity;
        this.last = Math.multiplyExact(clock.millis(), 1_000L);
        this.dropped = last;
    }

    /** Adds an event, and tells the listeners that there is one. */
    public void add(String type, Object data) {
        String text = ServerEvent.data(data);
        synchronized (this) {
            last++;
            events.add(new ServerEvent(last, type, clock.instant(), text));
            if (events.size() > capacity + capacity / 4) {
                // A quarter at once: taking one by one from the front of a list would copy the rest each time.
                List<ServerEvent> old = events.subList(0, events.size() - capacity);
                dropped = old.get(old.size() - 1).id();
                old.clear();
            }
        }
        listeners.forEach(Runnable::run);
    }

    /** Is run after each event, on the thread that added it; must return at once. */
    public void listen(Runnable listener) {
        listeners.add(listener);
    }

    /** The id of the newest event, or what it would have been. */
    public synchronized long last() {
        return last;
    }

    /**
     * The events after one, the oldest first.
     *
     * @param id the last that the client has
     * @param most how many at most
     * @return a {@link ServerEvent#RESET} alone where events after it are gone, or it is none of this journal's
     */
    public synchronized List<ServerEvent> after(long id, int most) {
        if (id < dropped || id > last) {
            return List.of(
                    new ServerEvent(last, ServerEvent.RESET, clock.instant(), ServerEvent.data(Map.of("last", last))));
        }
        // Ids have no gaps, so that the place is known.
        int from = (int) (id - dropped);
        return List.copyOf(events.subList(from, Math.min(events.size(), from + most)));
    }
}
