package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

    /** Gives the readings that a test lists, in order. */
    private static final class Listed implements MemoryMeter {
        final Deque<Reading> readings;
        int restarts;

        Listed(Reading... readings) {
            this.readings = new ArrayDeque<>(List.of(readings));
        }

        @Override
        public void restart() {
            restarts++;
        }

        @Override
        public Reading read() {
            return readings.remove();
        }
    }

    private static MemoryMeter.Reading reading(long peak, long current, long resident) {
        return new MemoryMeter.Reading(
                Map.of("renderer", peak), Map.of("renderer", current), Map.of("renderer", resident), "a test's books");
    }

    private static Optional<Memory> watched(Optional<MemoryMeter> meter, Optional<Memory> ofPage) {
        MemoryWatch watch = new MemoryWatch();
        watch.begin(meter);
        watch.measured();
        return watch.end(ofPage);
    }

    @Test
    void the_peak_is_read_before_the_session_for_evidence_and_compared_with_the_same_counter_after() {
        Listed meter = new Listed(reading(100, 60, 90), reading(400, 300, 380), reading(999, 70, 120));

        Memory memory = watched(
                        Optional.of(meter),
                        Optional.of(new Memory(64, "the page", Optional.empty(), Map.of("wasm", 64L))))
                .orElseThrow();

        assertThat(meter.restarts).isEqualTo(1);
        assertThat(memory.peakBytes()).isEqualTo(400);
        assertThat(memory.afterBytes()).contains(120L);
        assertThat(memory.parts()).isEqualTo(Map.of("renderer", 400L, "wasm", 64L, "resident-before", 90L));
        assertThat(memory.source()).isEqualTo("a test's books");
    }

    @Test
    void processes_out_of_reach_have_no_figure_whatever_the_page_says() {
        assertThat(watched(Optional.empty(), Optional.of(new Memory(64, "the page"))))
                .isEmpty();
    }

    @Test
    void a_meter_that_saw_nothing_gives_no_figure() {
        MemoryMeter.Reading nothing = new MemoryMeter.Reading(Map.of(), Map.of(), "a test's books");

        assertThat(watched(Optional.of(new Listed(nothing, nothing, nothing)), Optional.empty()))
                .isEmpty();
    }
}
