package dev.bascule.fallback.memory;

import dev.bascule.fallback.runner.MemoryMeter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Adds up a counter over the processes there are, by kind. A process that is gone is in no reading: its peak went with it.
 * Where the system keeps no peak, the highest of the readings made stands for it, and the source says so. Thread-safe.
 */
public final class CountedMemory implements MemoryMeter {
    private final Supplier<Map<Long, String>> processes;
    private final MemoryCounter counter;
    private final Map<Long, Long> highest = new HashMap<>();
    private final Set<Long> stubborn = new HashSet<>();

    /**
     * @param processes process ids and their kinds, asked anew for each reading
     */
    public CountedMemory(Supplier<Map<Long, String>> processes, MemoryCounter counter) {
        this.processes = processes;
        this.counter = counter;
    }

    @Override
    public synchronized void restart() {
        highest.clear();
        stubborn.clear();
        processes.get().keySet().stream().filter(pid -> !counter.restart(pid)).forEach(stubborn::add);
    }

    @Override
    public synchronized Reading read() {
        Map<String, Long> peaks = new TreeMap<>();
        Map<String, Long> resident = new TreeMap<>();
        Map<String, Long> current = new TreeMap<>();
        int read = 0;
        int peakless = 0;
        int shareless = 0;
        int ofWholeLife = 0;
        for (Map.Entry<Long, String> process : processes.get().entrySet()) {
            long pid = process.getKey();
            Optional<MemoryCounter.Use> counted = counter.read(pid);
            if (counted.isEmpty()) {
                continue;
            }
            MemoryCounter.Use use = counted.get();
            read++;
            String kind = process.getValue();
            long seen = Math.max(use.residentBytes(), highest.getOrDefault(pid, 0L));
            highest.put(pid, seen);
            peaks.merge(kind, Math.max(use.peakBytes().orElse(0), seen), Long::sum);
            resident.merge(kind, use.residentBytes(), Long::sum);
            current.merge(kind, use.proportionalBytes().orElse(use.residentBytes()), Long::sum);
            peakless += use.peakBytes().isEmpty() ? 1 : 0;
            shareless += use.proportionalBytes().isEmpty() ? 1 : 0;
            ofWholeLife += use.peakBytes().isPresent() && stubborn.contains(pid) ? 1 : 0;
        }
        return new Reading(peaks, current, resident, source(read, peakless, shareless, ofWholeLife));
    }

    @Override
    public Set<Long> processes() {
        return Set.copyOf(processes.get().keySet());
    }

    private String source(int read, int peakless, int shareless, int ofWholeLife) {
        List<String> words = new ArrayList<>(List.of(counter.source()));
        if (read > 1) {
            words.add("each process's own peak added up, which need not have been at one moment; ended ones left out");
        }
        if (peakless > 0) {
            words.add("no peak is kept for %s: the highest of the readings made".formatted(of(peakless)));
        }
        if (shareless > 0) {
            words.add("shares not told for %s: resident pages".formatted(of(shareless)));
        }
        if (ofWholeLife > 0) {
            words.add("peak since its start for %s".formatted(of(ofWholeLife)));
        }
        return String.join("; ", words);
    }

    private static String of(int processes) {
        return processes == 1 ? "1 process" : processes + " processes";
    }
}
