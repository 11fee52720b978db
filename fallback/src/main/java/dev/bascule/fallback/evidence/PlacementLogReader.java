package dev.bascule.fallback.evidence;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gathers what the lines of one session's log say, one after the other, into a {@link PlacementLog}. For one thread. */
final class PlacementLogReader {
    private static final String WEBNN = "WebNNExecutionProvider";
    private static final String CPU = "CPUExecutionProvider";
    private static final String VERBOSE = "[V:onnxruntime:";
    private static final String OPENED = "Initialize] Session successfully initialized";
    private static final Pattern ALL = Pattern.compile("All nodes placed on \\[(\\w+)]\\. Number of nodes: (\\d+)");
    private static final Pattern SOME = Pattern.compile("Node\\(s\\) placed on \\[(\\w+)]\\. Number of nodes: (\\d+)");
    private static final Pattern NODE = Pattern.compile("VerifyEachNodeIsAssignedToAnEp]\\s+(\\w+) \\((.*)\\)");
    private static final Pattern CAPABILITY = Pattern.compile(
            "number of partitions supported by WebNN: (\\d+) number of nodes in the graph: (\\d+) number of nodes supported by WebNN: (\\d+)");

    private final Map<String, Integer> nodes = new TreeMap<>();
    private boolean opened;
    private boolean verbose;
    /** Whose nodes the lines list; empty before the first heading. */
    private String provider = "";

    private int compiledPartitions;
    private int offers;
    private int announcedPartitions;
    private int announcedNodes;
    private int graphNodes;

    void read(String line) {
        opened |= line.contains(OPENED);
        verbose |= line.contains(VERBOSE);
        // Each line says one of these at most.
        boolean understood = readOffer(line) || readWholePlacement(line) || readHeading(line);
        if (!understood) {
            readNode(line);
        }
    }

    /** What WebNN would take; said once for each graph and sub-graph. */
    private boolean readOffer(String line) {
        Matcher capability = CAPABILITY.matcher(line);
        if (!capability.find()) {
            return false;
        }
        offers++;
        announcedPartitions += number(capability, 1);
        graphNodes += number(capability, 2);
        announcedNodes += number(capability, 3);
        return true;
    }

    /** One provider has everything; its nodes are not listed. */
    private boolean readWholePlacement(String line) {
        Matcher all = ALL.matcher(line);
        if (!all.find()) {
            return false;
        }
        place(all);
        if (provider.equals(WEBNN)) {
            compiledPartitions += number(all, 2);
        }
        return true;
    }

    /** A provider's part; its nodes follow. */
    private boolean readHeading(String line) {
        Matcher some = SOME.matcher(line);
        if (!some.find()) {
            return false;
        }
        place(some);
        return true;
    }

    private void place(Matcher placement) {
        provider = placement.group(1);
        nodes.merge(provider, number(placement, 2), Integer::sum);
    }

    private void readNode(String line) {
        Matcher node = NODE.matcher(line);
        if (!node.find() || provider.isEmpty()) {
            return;
        }
        String operator = node.group(1);
        if (operator.startsWith("Memcpy")) {
            nodes.merge(provider, -1, Integer::sum);
        } else if (operator.startsWith("WEBNN_")) {
            compiledPartitions++;
        }
    }

    private static int number(Matcher matched, int group) {
        return Integer.parseInt(matched.group(group));
    }

    PlacementLog result() {
        Map<String, Integer> counted = new TreeMap<>(nodes);
        if (announced() && compiledPartitions > 0 && exact()) {
            // Each partition was placed as one node, and stands for those that it took in.
            counted.merge(WEBNN, announcedNodes - compiledPartitions, Integer::sum);
        }
        if (offers == 1 && opened && !placed() && !verbose) {
            // The log, at its level of information, of a session that was opened, so that what was announced was
            // compiled; the rest is left to the CPU. Of several offers only the placements tell which nodes were
            // offered twice.
            counted.put(WEBNN, announcedNodes);
            counted.put(CPU, graphNodes - announcedNodes);
        }
        counted.values().removeIf(count -> count <= 0);
        return new PlacementLog(counted, partitions(), opened && !announced() && !placed(), exact());
    }

    private boolean announced() {
        return offers > 0;
    }

    private boolean placed() {
        return !nodes.isEmpty();
    }

    private boolean exact() {
        return !announced() || !placed() || compiledPartitions == announcedPartitions;
    }

    private OptionalInt partitions() {
        if (!announced()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(placed() ? compiledPartitions : announcedPartitions);
    }
}
