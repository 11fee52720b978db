package dev.bascule.bridge.dashboard.job;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The clients that follow the events: so many in all, and so many of one address. Thread-safe. */
final class EventClients {
    private final int most;
    private final int ofAddress;
    private final Set<EventStream> open = new LinkedHashSet<>();

    EventClients(int most, int ofAddress) {
        this.most = most;
        this.ofAddress = ofAddress;
    }

    /** Takes one in; whether there was room. */
    synchronized boolean add(EventStream stream) {
        return open.size() < most && of(stream.address()) < ofAddress && open.add(stream);
    }

    /** Takes one in as soon as there is room; whether there was within that time. */
    synchronized boolean add(EventStream stream, Duration wait) throws InterruptedException {
        long end = System.nanoTime() + wait.toNanos();
        while (!add(stream)) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    synchronized void remove(EventStream stream) {
        if (open.remove(stream)) {
            notifyAll();
        }
    }

    synchronized int size() {
        return open.size();
    }

    /** How many there are of an address. */
    synchronized int of(String address) {
        return (int)
                open.stream().filter(stream -> stream.address().equals(address)).count();
    }

    /** As they are now. */
    synchronized List<EventStream> all() {
        return List.copyOf(open);
    }
}
