package dev.bascule.studies.distribute;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The time for which devices let the watchdog wait, by its own looks at them. Of the time between two looks only so much
 * counts: while nobody could look, this process stood still, perhaps with the whole machine, and the answers had nobody to
 * come to. Not thread-safe: {@link ReplicaPool} guards it.
 */
final class StallDetector {
    private final LongSupplier clock;
    private final long most;
    private final Map<Integer, Wait> waits = new HashMap<>();
    private long last;
    private long passed;

    /**
     * What a device is waited for.
     *
     * @param ticket of the try
     * @param opening whether for the model, opened anew after a refusal of that try, and not for the answer
     */
    record PendingWork(int ticket, boolean opening) {}

    /** @param since by the time that counts */
    private record Wait(PendingWork pending, long since) {}

    /**
     * @param clock nanoseconds, from any beginning
     * @param most what counts of the time between two looks
     */
    StallDetector(LongSupplier clock, Duration most) {
        this.clock = clock;
        this.most = most.toNanos();
        this.last = clock.getAsLong();
    }

    /** A look at all devices begins. */
    void look() {
        long now = clock.getAsLong();
        passed += Math.min(now - last, most);
        last = now;
    }

    /** How long it has waited for this, as far as it counts; the first time it is asked, not at all. */
    Duration waited(int device, PendingWork pending) {
        Wait wait = waits.get(device);
        if (wait == null || !wait.pending().equals(pending)) {
            wait = new Wait(pending, passed);
            waits.put(device, wait);
        }
        return Duration.ofNanos(passed - wait.since());
    }
}
