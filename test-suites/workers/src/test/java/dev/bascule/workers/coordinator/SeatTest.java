package dev.bascule.workers.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.worker.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SeatTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Condition HOT = new Condition(OptionalDouble.of(65), OptionalDouble.of(-2));

    private final Seat seat = new Seat(
            DeskFixture.ONE, "aa", DeskFixture.machine("cpu"), "0.1.0", 0, Instant.parse("2026-11-28T10:00:00Z"));

    @Test
    void what_sensors_said_counts_until_they_were_silent_for_long_though_the_worker_lives() {
        seat.senses(HOT, 0);
        seat.forgetSenses(PATIENCE.toNanos(), PATIENCE);
        assertThat(seat.condition()).isEqualTo(HOT);

        seat.forgetSenses(PATIENCE.toNanos() + 1, PATIENCE);
        assertThat(seat.condition()).isEqualTo(Condition.UNKNOWN);
    }

    /** Negative control: the coordinator itself stood still. */
    @Test
    void what_nobody_could_hear_is_no_silence_of_a_sensor() {
        seat.senses(HOT, 0);
        seat.forgive(PATIENCE.multipliedBy(9).toNanos());
        seat.forgetSenses(PATIENCE.multipliedBy(9).toNanos(), PATIENCE);
        assertThat(seat.condition()).isEqualTo(HOT);
    }
}
