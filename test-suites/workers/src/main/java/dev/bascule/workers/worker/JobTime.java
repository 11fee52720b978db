package dev.bascule.workers.worker;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** How long a job takes, and how long it waits for others on its machine, which is told apart. Begins when made. Thread-safe. */
final class JobTime {
    private final LongSupplier nanos;
    private final long began;
    private long waited;
    private OptionalLong waits = OptionalLong.empty();
    private OptionalLong ended = OptionalLong.empty();

    /** @param nanos a clock that is never set */
    JobTime(LongSupplier nanos) {
        this.nanos = nanos;
        this.began = nanos.getAsLong();
    }

    synchronized void waits() {
        if (waits.isEmpty()) {
            waits = OptionalLong.of(now());
        }
    }

    synchronized void goesOn() {
        waited += waiting();
        waits = OptionalLong.empty();
    }

    synchronized void ends() {
        goesOn();
        ended = OptionalLong.of(now());
    }

    synchronized boolean isWaiting() {
        return waits.isPresent();
    }

    synchronized Duration waited() {
        return Duration.ofNanos(waited + waiting());
    }

    /** Without what it waited. */
    synchronized Duration took() {
        return Duration.ofNanos(now() - began).minus(waited());
    }

    private long waiting() {
        return waits.isPresent() ? now() - waits.getAsLong() : 0;
    }

    private long now() {
        return ended.orElseGet(nanos);
    }
}
