package dev.bascule.studies.training;

import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The memory of a runner's processes from time to time. Belongs to one thread. */
final class MemoryLine {
    /** What a process takes to get going is no growth: fewer steps tell nothing of it. */
    private static final int STEPS = 1000;

    private final Optional<MemoryMeter> meter;
    private final SortedMap<Long, Double> bytes = new TreeMap<>();
    private OptionalLong peak = OptionalLong.empty();

    MemoryLine(Optional<MemoryMeter> meter) {
        this.meter = meter;
        meter.ifPresent(MemoryMeter::restart);
    }

    /** Of two readings at one step the later stays. */
    void read(long step) {
        meter.ifPresent(from -> {
            MemoryMeter.Reading reading = from.read();
            bytes.put(step, (double) reading.currentTotal());
            peak = OptionalLong.of(Math.max(peak.orElse(0), reading.peakTotal()));
        });
    }

    /** Bytes a step; empty of fewer than a thousand steps, and where the memory is out of reach. */
    Optional<Trend> trend() {
        if (bytes.size() < 2 || bytes.lastKey() - bytes.firstKey() < STEPS) {
            return Optional.empty();
        }
        return Trend.over(
                bytes.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
                bytes.values().stream().mapToDouble(Double::doubleValue).toArray());
    }

    OptionalLong peak() {
        return peak;
    }
}
