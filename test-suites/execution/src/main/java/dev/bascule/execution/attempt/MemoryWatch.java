package dev.bascule.execution.attempt;

import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The memory of an attempt's processes, read at its edges only: before the session is created, after the last timed
 * iteration and after disposing. Belongs to one thread.
 */
final class MemoryWatch {
    private static final String BEFORE = "resident-before";

    private Optional<MemoryMeter> meter = Optional.empty();
    private Optional<MemoryMeter.Reading> before = Optional.empty();
    private Optional<MemoryMeter.Reading> measured = Optional.empty();

    /** The session is about to be created. */
    void begin(Optional<MemoryMeter> processes) {
        meter = processes;
        meter.ifPresent(MemoryMeter::restart);
        before = meter.map(MemoryMeter::read);
    }

    /** The runner's processes; empty where they are out of reach. */
    Set<Long> processes() {
        return meter.map(MemoryMeter::processes).orElse(Set.of());
    }

    /** Nothing more is going to be timed. The session that is opened for evidence would add to the peak. */
    void measured() {
        measured = meter.map(MemoryMeter::read);
    }

    /**
     * What it came to, once the session was disposed of; empty where no processes are in reach, or the meter saw none.
     *
     * @param ofPage what the page tells of itself
     */
    Optional<Memory> end(Optional<Memory> ofPage) {
        Optional<MemoryMeter.Reading> peak = measured.filter(reading -> reading.peakTotal() > 0);
        return peak.map(reading -> {
            Map<String, Long> parts = new TreeMap<>(reading.peakBytes());
            ofPage.ifPresent(page -> page.parts().forEach(parts::putIfAbsent));
            before.filter(start -> start.residentTotal() > 0)
                    .ifPresent(start -> parts.put(BEFORE, start.residentTotal()));
            Optional<Long> after = meter.map(MemoryMeter::read)
                    .map(MemoryMeter.Reading::residentTotal)
                    .filter(bytes -> bytes > 0);
            return new Memory(reading.peakTotal(), reading.source(), after, parts);
        });
    }
}
