package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.runner.MemoryMeter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryLineTest {
    private static final long START = 1_000_000;

    /** A process that holds what it is told to. */
    private static final class Told implements MemoryMeter {
        private long bytes;

        @Override
        public void restart() {}

        @Override
        public Reading read() {
            return new Reading(Map.of("main", bytes), Map.of("main", bytes), "told");
        }
    }

    private final Told process = new Told();
    private final MemoryLine line = new MemoryLine(Optional.of(process));

    private void read(long step, long bytes) {
        process.bytes = bytes;
        line.read(step);
    }

    @Test
    void growth_is_by_the_step_however_unevenly_it_is_read() {
        for (long step : new long[] {0, 3, 6, 9, 12, 1000, 2000, 3000, 4000, 5000, 6000, 7000}) {
            read(step, START + 8 * step);
        }

        assertThat(line.trend()).hasValueSatisfying(trend -> {
            assertThat(trend.slope()).isEqualTo(8, within(1e-9));
            assertThat(trend.grows()).isTrue();
        });
        assertThat(line.peak()).hasValue(START + 8 * 7000);
    }

    @Test
    void two_readings_at_one_step_are_one() {
        read(0, START);
        read(1000, 5 * START);
        read(1000, START + 1000);

        assertThat(line.trend()).hasValueSatisfying(trend -> {
            assertThat(trend.slope()).isEqualTo(1, within(1e-9));
            assertThat(trend.n()).isEqualTo(2);
        });
        assertThat(line.peak()).hasValue(5 * START);
    }

    @Test
    void fewer_than_a_thousand_steps_have_no_trend() {
        read(0, START);
        read(999, 2 * START);

        assertThat(line.trend()).isEmpty();
    }
}
