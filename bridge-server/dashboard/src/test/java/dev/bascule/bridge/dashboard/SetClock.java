package dev.bascule.bridge.dashboard;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test sets. */
public final class SetClock extends Clock {
    private final ZoneId zone;
    private final AtomicReference<Instant> now;

    private SetClock(ZoneId zone, AtomicReference<Instant> now) {
        this.zone = zone;
        this.now = now;
    }

    public static SetClock at(String instant, String zone) {
        return new SetClock(ZoneId.of(zone), new AtomicReference<>(Instant.parse(instant)));
    }

    public void advance(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new SetClock(other, now);
    }

    @Override
    public Instant instant() {
        return now.get();
    }
}
