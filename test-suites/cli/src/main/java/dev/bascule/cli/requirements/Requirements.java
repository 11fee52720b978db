package dev.bascule.cli.requirements;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.prediction.memory.MemoryBound;
import java.util.List;
import java.util.Optional;

/**
 * What a model asks of this machine. Bounds are predictions. Immutable.
 *
 * @param need of tensors at a batch of 1
 * @param free of the host
 * @param diskBytes of the model's files
 * @param processors that engines may use
 */
record Requirements(
        ModelInfo model, MemoryNeed need, FreeMemory free, long diskBytes, int processors, List<OfTarget> targets) {

    Requirements {
        targets = List.copyOf(targets);
    }

    /**
     * @param bound of what its processes grow by at a batch of 1; empty with the reason in {@code note}
     * @param batch the greatest that fits by the bound; empty with the reason in {@code note}
     */
    record OfTarget(String target, Optional<MemoryBound> bound, Optional<Long> batch, String note) {}
}
