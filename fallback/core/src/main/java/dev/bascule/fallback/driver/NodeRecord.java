package dev.bascule.fallback.driver;

import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.work.Kernel;
import java.util.List;

/**
 * An engine's own record of the nodes that it ran. Immutable.
 *
 * @param placements where each of them ran
 * @param kernels what they took; empty where nobody asked, or the engine does not tell
 */
public record NodeRecord(List<NodePlacement> placements, List<Kernel> kernels) {

    public NodeRecord {
        placements = List.copyOf(placements);
        kernels = List.copyOf(kernels);
    }
}
