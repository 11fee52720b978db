package dev.bascule.fallback.job;

import dev.bascule.fallback.evidence.RawEvidence;
import java.util.Optional;

/**
 * What a session leaves behind: its phases, its raw evidence, its memory.
 *
 * @param poisoned why the runner must not be used again although this session went well, as when the session opened for
 *     evidence trapped
 */
public record SessionEnd(
        Phases phases, Optional<RawEvidence> evidence, Optional<Memory> memory, Optional<String> poisoned) {

    /** Of a runner that is still sound. */
    public SessionEnd(Phases phases, Optional<RawEvidence> evidence, Optional<Memory> memory) {
        this(phases, evidence, memory, Optional.empty());
    }
}
