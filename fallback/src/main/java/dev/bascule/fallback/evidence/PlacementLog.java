package dev.bascule.fallback.evidence;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final String WEBNN = "WebNNExecutionProvider";
    private static final String VERBOSE = "[V:onnxruntime:";
    private static final String OPENED = "Initialize] Session successfully initialized";
    private static final String CPU = "CPUExecutionProvider";
    private static final Pattern ALL = Pattern.compile("All nodes placed on \\[(\\w+)]\\. Number of nodes: (\\d+)");
    private static final Pattern SOME = Pattern.compile("Node\\(s\\) placed on \\[(\\w+)]\\. Number of nodes: (\\d+)");
    private static final Pattern NODE = Pattern.compile("VerifyEachNodeIsAssignedToAnEp]\\s+(\\w+) \\((.*)\\)");
    private static final Pattern CAPABILITY = Pattern.compile(
            "number of partitions supported by WebNN: (\\d+) number of nodes in the graph: (\\d+) number of nodes supported by WebNN: (\\d+)");

    public PlacementLog {
        nodesByProvider = Map.copyOf(nodesByProvider);
    }

    /** Reads the lines of one session; lines about anything else are passed over. */
    public static PlacementLog parse(List<String> lines) {
        Map<String, Integer> nodes = new TreeMap<>();
        int announcedPartitions = 0;
        int graphNodes = 0;
        int announcedNodes = 0;
        boolean announced = false;
        int offers = 0;
        boolean opened = false;
        boolean verbose = false;
        int compiled = 0;
        String provider = "";
        for (String line : lines) {
            opened |= line.contains(OPENED);
            verbose |= line.contains(VERBOSE);
            Matcher capability = CAPABILITY.matcher(line);
            if (capability.find()) {
                announced = true;
                offers++;
                announcedPartitions += Integer.parseInt(capability.group(1));
                graphNodes += Integer.parseInt(capability.group(2));
                announcedNodes += Integer.parseInt(capability.group(3));
                continue;
            }
            Matcher all = ALL.matcher(line);
            if (all.find()) {
                provider = all.group(1);
                int count = Integer.parseInt(all.group(2));
                nodes.merge(provider, count, Integer::sum);
                if (provider.equals(WEBNN)) {
                    compiled += count;
                }
                continue;
            }
            Matcher some = SOME.matcher(line);
            if (some.find()) {
                provider = some.group(1);
                nodes.merge(provider, Integer.parseInt(some.group(2)), Integer::sum);
                continue;
            }
            Matcher node = NODE.matcher(line);
            if (node.find() && !provider.isEmpty()) {
                String operator = node.group(1);
                if (operator.startsWith("Memcpy")) {
                    nodes.merge(provider, -1, Integer::sum);
                } else if (operator.startsWith("WEBNN_")) {
                    compiled++;
                }
            }
        }
        boolean placed = !nodes.isEmpty();
        boolean exact = !announced || !placed || compiled == announcedPartitions;
        if (announced && compiled > 0 && exact) {
            nodes.merge(WEBNN, announcedNodes - compiled, Integer::sum);
        }
        if (offers == 1 && opened && !placed && !verbose) {
            // The log, at its level of information, of a session that was opened, so that what was announced was
            // compiled; the rest is left
            // to the CPU. Of several offers only the placements tell which nodes were offered twice.
            nodes.put(WEBNN, announcedNodes);
            nodes.put(CPU, graphNodes - announcedNodes);
        }
        nodes.values().removeIf(count -> count <= 0);
        return new PlacementLog(
                nodes,
                announced ? OptionalInt.of(placed ? compiled : announcedPartitions) : OptionalInt.empty(),
                opened && !announced && !placed,
                exact);
    }
}
