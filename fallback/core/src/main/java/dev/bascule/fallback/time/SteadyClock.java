package dev.bascule.fallback.time;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/**
 * A clock that was set once and goes on evenly, whatever somebody sets the system's to meanwhile: within a run no end lies before its
 * beginning. Immutable.
 */
public final class SteadyClock extends Clock {
    private final Clock system;
    private final Instant start;
    private final LongSupplier nanos;
    private final long startNanos;

    private SteadyClock(Clock system, Instant start, LongSupplier nanos, long startNanos) {
        this.system = system;
        this.start = start;
        this.nanos = nanos;
        this.startNanos = startNanos;
    }

    /** Set by this clock now. */
    public static SteadyClock setBy(Clock system) {
        return setBy(system, System::nanoTime);
    }

    /** @param nanos goes on evenly */
    static SteadyClock setBy(Clock system, LongSupplier nanos) {
        return new SteadyClock(system, system.instant(), nanos, nanos.getAsLong());
    }

    @Override
    public Instant instant() {
        return start.plusNanos(nanos.getAsLong() - startNanos);
    }

    @Override
    public ZoneId getZone() {
        return system.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SteadyClock(system.withZone(zone), start, nanos, startNanos);
    }
}
