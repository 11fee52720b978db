package dev.bascule.nativerunner.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this machine's processor is Intel's, as far as files tell. Stateless. */
public final class IntelHardware {
    private IntelHardware() {}

    /** By /proc/cpuinfo on Linux, by the environment on Windows. */
    public static boolean isHere() {
        String windows = System.getenv().getOrDefault("PROCESSOR_IDENTIFIER", "");
        if (windows.contains("GenuineIntel")) {
            return true;
        }
        Path cpuInfo = Path.of("/proc/cpuinfo");
        try {
            return Files.isReadable(cpuInfo) && Files.readString(cpuInfo).contains("GenuineIntel");
        } catch (IOException e) {
            return false;
        }
    }
}
