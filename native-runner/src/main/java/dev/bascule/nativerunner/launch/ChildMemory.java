package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.memory.CountedMemory;
import dev.bascule.fallback.memory.MemoryCounter;
import dev.bascule.fallback.memory.ProcMemory;
import dev.bascule.fallback.runner.MemoryMeter;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** The memory of a child JVM, its Java heap and what native libraries took alike. Stateless. */
final class ChildMemory {
    private static final String KIND = "native-runner";

    private ChildMemory() {}

    static MemoryMeter of(long pid) {
        return new CountedMemory(() -> Map.of(pid, KIND), ProcMemory.isHere() ? new ProcMemory() : new Resident());
    }

    /** Resident set sizes as OSHI reads them, for systems that keep no better books. */
    static final class Resident implements MemoryCounter {
        private final OperatingSystem system = new SystemInfo().getOperatingSystem();

        @Override
        public boolean restart(long pid) {
            return true;
        }

        @Override
        public Optional<Use> read(long pid) {
            OSProcess process = system.getProcess(Math.toIntExact(pid));
            return process == null
                    ? Optional.empty()
                    : Optional.of(new Use(process.getResidentMemory(), OptionalLong.empty(), OptionalLong.empty()));
        }

        @Override
        public String source() {
            return "resident set size of the child JVM by OSHI";
        }
    }
}
