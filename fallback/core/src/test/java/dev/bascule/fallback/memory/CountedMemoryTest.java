package dev.bascule.fallback.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.memory.MemoryCounter.Use;
import dev.bascule.fallback.runner.MemoryMeter.Reading;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CountedMemoryTest {

    /** Books that a test writes. */
    private static final class Books implements MemoryCounter {
        final Map<Long, Use> uses = new HashMap<>();
        final Set<Long> restarted = new HashSet<>();
        final Set<Long> stubborn = new HashSet<>();

        @Override
        public boolean restart(long pid) {
            restarted.add(pid);
            return !stubborn.contains(pid);
        }

        @Override
        public Optional<Use> read(long pid) {
            return Optional.ofNullable(uses.get(pid));
        }

        @Override
        public String source() {
            return "a test's books";
        }
    }

    private final Books books = new Books();
    private final Map<Long, String> processes = new HashMap<>();
    private final CountedMemory memory = new CountedMemory(() -> processes, books);

    private void process(long pid, String kind, long resident, OptionalLong share, OptionalLong peak) {
        processes.put(pid, kind);
        books.uses.put(pid, new Use(resident, share, peak));
    }

    @Test
    void processes_of_one_kind_are_added_up_and_kinds_are_kept_apart() {
        process(1, "renderer", 100, OptionalLong.of(60), OptionalLong.of(300));
        process(2, "renderer", 50, OptionalLong.of(30), OptionalLong.of(80));
        process(3, "gpu-process", 200, OptionalLong.of(150), OptionalLong.of(220));

        Reading reading = memory.read();

        assertThat(reading.peakBytes()).containsOnly(Map.entry("renderer", 380L), Map.entry("gpu-process", 220L));
        assertThat(reading.currentBytes()).containsOnly(Map.entry("renderer", 90L), Map.entry("gpu-process", 150L));
        assertThat(reading.residentBytes()).containsOnly(Map.entry("renderer", 150L), Map.entry("gpu-process", 200L));
        assertThat(reading.peakTotal()).isEqualTo(600);
        assertThat(reading.residentTotal()).isEqualTo(350);
        assertThat(reading.source()).startsWith("a test's books").contains("own peak added up", "ended ones left out");
    }

    @Test
    void without_a_kept_peak_the_highest_reading_stands_for_it_and_the_source_says_so() {
        process(1, "browser", 100, OptionalLong.empty(), OptionalLong.empty());
        memory.read();
        process(1, "browser", 400, OptionalLong.empty(), OptionalLong.empty());
        memory.read();
        process(1, "browser", 150, OptionalLong.empty(), OptionalLong.empty());

        Reading reading = memory.read();

        assertThat(reading.peakTotal()).isEqualTo(400);
        assertThat(reading.currentTotal()).isEqualTo(150);
        assertThat(reading.source()).contains("highest of the readings made", "resident pages");
    }

    @Test
    void a_restart_forgets_the_readings_and_reaches_every_process() {
        process(1, "browser", 400, OptionalLong.empty(), OptionalLong.empty());
        memory.read();
        process(1, "browser", 150, OptionalLong.empty(), OptionalLong.empty());

        memory.restart();

        assertThat(books.restarted).containsOnly(1L);
        assertThat(memory.read().peakTotal()).isEqualTo(150);
    }

    @Test
    void a_process_that_does_not_forget_its_peak_is_named_in_the_source() {
        process(1, "renderer", 100, OptionalLong.of(60), OptionalLong.of(300));
        books.stubborn.add(1L);

        memory.restart();

        assertThat(memory.read().source()).contains("peak since its start for 1 process");
    }

    @Test
    void a_process_that_is_gone_is_in_no_reading() {
        process(1, "renderer", 100, OptionalLong.of(60), OptionalLong.of(300));
        processes.put(2L, "gpu-process");

        assertThat(memory.read().peakBytes()).containsOnlyKeys("renderer");
    }
}
