package dev.bascule.fallback.evidence;

import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
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
 * @param listed the nodes that the log names, device copies left out
 * @param records records of placements in it, one for each graph and sub-graph
 * @param flaws what the engine would not have written, in sentences; empty of an honest log
 */
public record PlacementLog(
        Map<String, Integer> nodesByProvider,
        OptionalInt partitions,
        boolean empty,
        boolean exact,
        List<NodePlacement> listed,
        int records,
        List<String> flaws) {
    public PlacementLog {
        nodesByProvider = Map.copyOf(nodesByProvider);
        listed = List.copyOf(listed);
        flaws = List.copyOf(flaws);
    }

    /** Reads the lines of one session; lines about anything else are passed over. */
    public static PlacementLog parse(List<String> lines) {
        PlacementLogReader reader = new PlacementLogReader();
        lines.forEach(reader::read);
        return reader.result();
    }
}
