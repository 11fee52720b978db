package dev.bascule.fallback.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
    private static final Instant START = Instant.parse("2026-11-24T08:00:00Z");

    /** The system's, which anybody may set. */
    private static final class SettableClock extends Clock {
        private final AtomicReference<Instant> now = new AtomicReference<>(START);

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }

    @Test
    void it_goes_on_evenly_when_the_system_is_set_back() {
        SettableClock system = new SettableClock();
        AtomicLong nanos = new AtomicLong(-5);
        SteadyClock steady = SteadyClock.setBy(system, nanos::get);
        nanos.addAndGet(1_500_000_000);
        system.now.set(START.minusSeconds(86_400));
        assertThat(steady.instant()).isEqualTo(START.plusMillis(1500));
        assertThat(steady.withZone(ZoneOffset.MAX).instant()).isEqualTo(START.plusMillis(1500));
        assertThat(SteadyClock.setBy(system).instant()).isBefore(START);
    }
}
