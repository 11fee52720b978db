package dev.bascule.bridge.process;

import dev.bascule.fallback.memory.CountedMemory;
import dev.bascule.fallback.memory.MemoryCounter;
import dev.bascule.fallback.memory.ProcMemory;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The memory of a browser's processes by what they are for: {@code browser}, {@code renderer}, {@code gpu-process} ... Its
 * driver is not counted. Thread-safe.
 */
public final class TreeMemory implements MemoryMeter {
    private final CountedMemory counted;

    public TreeMemory(ProcessTree tree) {
        this(tree, ProcMemory.isHere() ? Optional.empty() : Optional.of(new OshiMemoryCounter()));
    }

    TreeMemory(ProcessTree tree, Optional<OshiMemoryCounter> instead) {
        MemoryCounter counter = instead.<MemoryCounter>map(oshi -> oshi).orElseGet(ProcMemory::new);
        this.counted = new CountedMemory(() -> kinds(tree.alive(), instead), counter);
    }

    private static Map<Long, String> kinds(List<ProcessHandle> processes, Optional<OshiMemoryCounter> oshi) {
        Map<Long, String> kinds = new TreeMap<>();
        for (ProcessHandle process : processes) {
            String told = Processes.commandLine(process);
            String line = told.isBlank()
                    ? oshi.map(system -> system.commandLine(process.pid())).orElse("")
                    : told;
            ProcessKind.of(line).ifPresent(kind -> kinds.put(process.pid(), kind));
        }
        return kinds;
    }

    @Override
    public void restart() {
        counted.restart();
    }

    @Override
    public Reading read() {
        return counted.read();
    }

    @Override
    public Set<Long> processes() {
        return counted.processes();
    }
}
