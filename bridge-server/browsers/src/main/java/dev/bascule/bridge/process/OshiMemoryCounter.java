package dev.bascule.bridge.process;

import dev.bascule.fallback.memory.MemoryCounter;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** A counter of resident set sizes by OSHI, for systems that keep no better books. Thread-safe. */
final class OshiMemoryCounter implements MemoryCounter {
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

    /** The JDK tells no command lines on Windows. */
    String commandLine(long pid) {
        OSProcess process = system.getProcess(Math.toIntExact(pid));
        return process == null ? "" : process.getCommandLine().replace('\0', ' ');
    }

    @Override
    public String source() {
        return "resident set sizes by OSHI, pages that processes share counted in each";
    }
}
