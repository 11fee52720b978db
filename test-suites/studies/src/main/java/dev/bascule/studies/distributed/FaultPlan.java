package dev.bascule.studies.distributed;

import java.time.Duration;
import java.util.List;

/**
 * Which faults are done to a training.
 *
 * @param kinds in the order in which they are done
 * @param chosen whether somebody asked for just these; else those that this machine cannot do are left out
 * @param within so long may pass from a fault to the first step after the new start
 */
public record FaultPlan(DataPlan training, List<FaultKind> kinds, boolean chosen, Duration within) {
    /** Of ranks whose links are to be harmed, where no link is asked for. */
    static final LinkLimit LINK = new LinkLimit(1_000_000_000);

    public FaultPlan {
        kinds = List.copyOf(kinds);
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("no faults");
        }
    }

    /** The link that this fault is done to. */
    LinkLimit link() {
        return training.link().orElse(LINK);
    }
}
