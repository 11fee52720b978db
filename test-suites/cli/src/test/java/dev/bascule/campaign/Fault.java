package dev.bascule.campaign;

import java.time.Instant;
import java.util.Optional;

/**
 * A fault, and what became of it.
 *
 * @param afterMs when it is done, counted from when there first is something to do it to
 * @param forMs how long a freeze lasts
 * @param done when it was done; empty as long as nothing was hit
 */
record Fault(FaultKind kind, long afterMs, long forMs, Optional<Instant> done) {
    Fault doneAt(Instant now) {
        return new Fault(kind, afterMs, forMs, Optional.of(now));
    }
}
