package dev.bascule.app.environment;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.ErrorSink;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads what this machine is, and goes on with what the JVM alone knows where the system does not let itself be read. Stateless. */
final class MachineReading {
    private static final String UNTOLD = "not told by the system";

    private MachineReading() {}

    /**
     * What the probe says. One that throws, or whose native library does not load, costs what only it knows, and the errors
     * say so: no run is lost for want of a processor's name.
     */
    static Machine read(Supplier<Machine> probe, ErrorSink errors) {
        try {
            return probe.get();
        } catch (RuntimeException | LinkageError e) {
            errors.report(
                    ErrorPlace.of("machine"),
                    Failure.of(
                            ErrorCode.MACHINE_UNREAD,
                            "the machine could not be read (%s): processor, memory and GPUs are not known"
                                    .formatted(e)));
            return ofJvm(
                    "%s %s %s"
                            .formatted(
                                    System.getProperty("os.name", "unknown"),
                                    System.getProperty("os.version", ""),
                                    System.getProperty("os.arch", "")),
                    Runtime.getRuntime().availableProcessors());
        }
    }

    /** Its fingerprint is of its own kind, so that no run on it is taken for one on a machine that is known. */
    private static Machine ofJvm(String os, int cores) {
        String fingerprint =
                Sha256.of("unread\nos=%s\ncores=%d".formatted(os, cores).getBytes(StandardCharsets.UTF_8));
        return new Machine(
                fingerprint, os.strip(), new Machine.Cpu(UNTOLD, cores, List.of()), Optional.empty(), List.of());
    }
}
