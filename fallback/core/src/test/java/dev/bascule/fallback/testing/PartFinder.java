package dev.bascule.fallback.testing;

import java.util.Optional;
import java.util.Set;

/** Says of parts whether this machine has them; found by the service loader. */
public interface PartFinder {
    Set<Part> finds();

    /** Why the part is not here, or how to get it; empty where it is here. */
    Optional<String> absence(Part part);
}
