package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.UsageProbe;
import java.util.Locale;
import java.util.Optional;

/** Finds the readers for this machine. Stateless. */
public final class LocalUsage {
    private LocalUsage() {}

    /** Starts a child process where there is an NVIDIA driver, or powermetrics where this is macOS and root: close it. */
    public static UsageProbe probe() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        PseudoFiles files = new PseudoFiles();
        if (system.contains("linux") && files.has("proc/stat")) {
            return new LinuxUsage(files, NvmlReader.library().map(NvmlReader::start));
        }
        boolean mac = system.contains("mac");
        boolean root = System.getProperty("user.name", "").equals("root");
        return new OshiUsage(
                system.contains("windows"),
                mac ? Optional.of(new PowermetricsReader(root)) : Optional.empty(),
                NvmlReader.library().map(NvmlReader::start));
    }
}
