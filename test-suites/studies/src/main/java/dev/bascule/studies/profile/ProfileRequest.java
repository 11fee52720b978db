package dev.bascule.studies.profile;

import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backend;
import java.util.Set;

/**
 * What to profile.
 *
 * @param browsers which browsers take part
 * @param backends those to profile; all that there are where empty
 * @param quick fewer sizes and samples, for a first look
 * @param whenBusy what to do when somebody else measures on this machine
 */
public record ProfileRequest(BrowserSetup browsers, Set<Backend> backends, boolean quick, WhenBusy whenBusy) {
    public ProfileRequest {
        backends = Set.copyOf(backends);
    }

    /** One that waits for its turn on the machine. */
    public ProfileRequest(BrowserSetup browsers, Set<Backend> backends, boolean quick) {
        this(browsers, backends, quick, WhenBusy.WAIT);
    }

    /** Whether a backend is among those asked for. */
    public boolean wants(Backend backend) {
        return backends.isEmpty() || backends.contains(backend);
    }
}
