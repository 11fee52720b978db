package dev.bascule.bridge.limit;

import java.time.Duration;

/**
 * The time for which the other end of one direction of a request has kept this one waiting, against what it moved. Times in
 * which nobody waits for it do not count: a stream of rare events is no slow client. Thread-safe.
 */
final class WaitTime {
    private final Duration grace;
    private final long bytesPerSecond;
    private long waitedNanos;
    private long bytes;
    private long since;
    private boolean waiting;

    /**
     * @param grace to wait whatever it moves
     * @param bytesPerSecond that buy it one second more
     */
    WaitTime(Duration grace, long bytesPerSecond) {
        this.grace = grace;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** @param more bytes that are on offer to it; none where it is to send */
    synchronized void begins(long now, long more) {
        bytes += more;
        if (!waiting) {
            waiting = true;
            since = now;
        }
    }

    /** @param more bytes that it sent */
    synchronized void ends(long now, long more) {
        bytes += more;
        if (waiting) {
            waiting = false;
            waitedNanos += now - since;
        }
    }

    /** Whether it used up what it may. */
    synchronized boolean isTooLong(long now) {
        long all = waitedNanos + (waiting ? now - since : 0);
        return waiting && all > grace.toNanos() + bytes * Duration.ofSeconds(1).toNanos() / bytesPerSecond;
    }
}
