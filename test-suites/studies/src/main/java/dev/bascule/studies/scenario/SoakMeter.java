package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.MemoryMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads all the counters of memory that there are on a {@link ScenarioRunner}: of its processes from outside, of its page from
 * inside, and what its sessions tell. Belongs to the runner's thread.
 */
final class SoakMeter {
    /** A browser may wait for a garbage collection before it tells: then it is not asked in every cycle. */
    private static final Duration QUICK = Duration.ofSeconds(1);

    private static final String PAGE = "page";

    private final ScenarioRunner scenarioRunner;
    private final Optional<MemoryMeter> processes;
    private final boolean page;
    private final List<String> notes = new ArrayList<>();

    private SoakMeter(ScenarioRunner scenarioRunner, Optional<MemoryMeter> processes, boolean page) {
        this.scenarioRunner = scenarioRunner;
        this.processes = processes;
        this.page = page;
    }

    /** Forgets the peaks so far and finds out what can be read. */
    static SoakMeter start(ScenarioRunner scenarioRunner) {
        Optional<MemoryMeter> processes = scenarioRunner.memory();
        processes.ifPresent(MemoryMeter::restart);
        long start = System.nanoTime();
        Optional<PageMemory> first = scenarioRunner.pageMemory();
        boolean quick = System.nanoTime() - start < QUICK.toNanos();
        SoakMeter meter = new SoakMeter(
                scenarioRunner,
                processes,
                quick && first.flatMap(PageMemory::bytes).isPresent());
        if (processes.isEmpty()) {
            meter.notes.add(
                    "the memory of its processes is out of reach from here: only what the runner tells is read");
        }
        first.ifPresent(read -> meter.notes.add(
                "the page's own word on its memory: " + read.reason().orElse(read.source())));
        if (!quick) {
            meter.notes.add("the browser takes over %d s to tell the page's memory: it is not asked in each cycle"
                    .formatted(QUICK.toSeconds()));
        }
        return meter;
    }

    /** Bytes in use now by what they belong to, the total over processes first. */
    Map<String, Long> read(SessionEnd closing) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        processes.map(MemoryMeter::read).ifPresent(reading -> {
            bytes.put(SoakLog.TOTAL, reading.currentTotal());
            reading.currentBytes().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(entry -> bytes.put(entry.getKey(), entry.getValue()));
        });
        closing.memory().ifPresent(memory -> memory.parts().forEach(bytes::putIfAbsent));
        if (page) {
            scenarioRunner.pageMemory().flatMap(PageMemory::bytes).ifPresent(all -> bytes.put(PAGE, all));
        }
        return bytes;
    }

    /** The peaks since the start, where the processes are within reach. */
    Optional<MemoryMeter.Reading> peaks() {
        Optional<MemoryMeter.Reading> reading = processes.map(MemoryMeter::read);
        reading.ifPresent(read -> notes.add("memory of processes: " + read.source()));
        return reading;
    }

    List<String> notes() {
        return List.copyOf(notes);
    }
}
