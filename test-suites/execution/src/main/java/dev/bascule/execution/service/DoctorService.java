package dev.bascule.execution.service;

import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import java.util.Optional;

/** Finds browsers and native runtimes, and verifies each by running a tiny model. */
public interface DoctorService {

    /**
     * Examines this machine. A browser or backend that fails is an entry of the report, never an exception. Interruptible
     * as {@link RunService#run}; the report then holds what was found so far.
     */
    DoctorReport examine(BrowserSetup browsers, RunListener listener);

    /** This machine's devices alone, by the tools of their drivers too; empty where nobody can look. Takes seconds. */
    default Optional<HardwareMap> devices() {
        return Optional.empty();
    }

    /** What this machine is, and the state that it is in but for its browsers; empty where nobody can look. Starts nothing. */
    default Optional<Machine> machine() {
        return Optional.empty();
    }
}
