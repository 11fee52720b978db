package dev.bascule.fallback.runner;

import dev.bascule.fallback.evidence.RawEvidence;
import java.util.Optional;

/** What a session leaves behind: its phases, its raw evidence, its memory. */
public record Closing(Phases phases, Optional<RawEvidence> evidence, Optional<Memory> memory) {}
