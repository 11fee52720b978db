package dev.bascule.fallback.evidence;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Node placements read from ONNX Runtime's verbose session log, the lines of {@code VerifyEachNodeIsAssignedToAnEp}
 * (onnxruntime/core/framework/session_state.cc) and of the WebNN provider's {@code GetCapability}.
 *
 * @param nodesByProvider graph nodes by execution provider, device copies left out; a compiled WebNN partition counts
 *     as the nodes it took in
 * @param partitions compiled sub-graphs, where WebNN told; those announced, where no placement was recorded
 * @param empty whether the session was opened and there was no node to place: the engine had folded all of them
 * @param exact whether the counts agree among themselves; false where WebNN compiled another number of partitions than
 *     it announced, so that the nodes inside cannot be counted
 */
public record PlacementLog(Map<String, Integer> nodesByProvider, OptionalInt partitions, boolean empty, boolean exact) {
    public PlacementLog {
        nodesByProvider = Map.copyOf(nodesByProvider);
    }

    /** Reads the lines of one session; lines about anything else are passed over. */
    public static PlacementLog parse(List<String> lines) {
        PlacementLogReader reader = new PlacementLogReader();
        lines.forEach(reader::read);
        return reader.result();
    }
}
