package dev.bascule.app.local;

import dev.bascule.fallback.target.Machine;
import java.util.Optional;

/** What a machine's description does and does not say. Stateless. */
final class Machines {
    private Machines() {}

    /** Whether there is a hardware GPU; empty where the system lists no adapter at all, as containers do with one. */
    static Optional<Boolean> hasGpu(Machine machine) {
        return machine.gpus().isEmpty() ? Optional.empty() : Optional.of(machine.hasHardwareGpu());
    }
}
