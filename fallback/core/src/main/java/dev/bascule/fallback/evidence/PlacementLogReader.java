package dev.bascule.fallback.evidence;

import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gathers what the lines of one session's log say, one after the other, into a {@link PlacementLog}. For one thread. */
final class PlacementLogReader {
    private static final String WEBNN = "WebNNExecutionProvider";
    private static final String CPU = "CPUExecutionProvider";
    /** The engine's stamp stands at the beginning of its line, behind the color of warnings. */
    private static final Pattern STAMPED = Pattern.compile(
            "(?:\\e\\[[\\d;]*m)*+\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+ \\[([VIWEF]):onnxruntime:[^\\]]{0,500}?(\\w{1,200})] (.*)");
    /** Such as ends a warning. */
    private static final Pattern COLOR = Pattern.compile("\\e\\[[\\d;]*m");

    private static final String PLACING = "VerifyEachNodeIsAssignedToAnEp";
    private static final String BEGIN = "Node placements";
    private static final Pattern ALL =
            Pattern.compile(" *All nodes placed on \\[(\\w+)]\\. Number of nodes: (\\d{1,9})");
    /** As 1.12 has it: how many they are, it does not say. */
    private static final Pattern ALL_UNCOUNTED = Pattern.compile(" *All nodes have been placed on \\[\\w+]\\.");

    private static final Pattern SOME =
            Pattern.compile(" *Node\\(s\\) placed on \\[(\\w+)]\\. Number of nodes: (\\d{1,9})");
    private static final Pattern NODE = Pattern.compile(" *(\\S+) \\((.*)\\)");
    private static final Pattern CAPABILITY = Pattern.compile(
            ".*number of partitions supported by WebNN: (\\d{1,9}) number of nodes in the graph: (\\d{1,9}) number of nodes supported by WebNN: (\\d{1,9})");

    private final Map<String, Integer> nodes = new TreeMap<>();
    private final List<NodePlacement> listed = new ArrayList<>();
    private final List<String> flaws = new ArrayList<>();
    private boolean opened;
    private boolean verbose;
    /** Whose nodes the lines list; empty before the first heading. */
    private String provider = "";
    /** Nodes that the last heading announced and that no line has named yet. */
    private int unnamed;

    private int records;
    /** Whether the last line about placements began a record. */
    private boolean begun;
    /** Whether the record named one provider for all nodes, so that nothing may follow in it. */
    private boolean whole;
    /** Whether nodes were placed of which nobody said how many: they are no proof, and not nothing. */
    private boolean uncounted;

    private int compiledPartitions;
    private int offers;
    private int announcedPartitions;
    private int announcedNodes;
    private int graphNodes;

    void read(String line) {
        Matcher stamped = STAMPED.matcher(line);
        if (!stamped.matches()) {
            // A line break within one call is nobody's but a forger's: the engine's come one by one.
            if (line.contains(PLACING) && line.contains("placed on [")) {
                flaw("a line about placements does not begin with the engine's stamp");
            }
            return;
        }
        boolean talk = stamped.group(1).equals("V");
        String function = stamped.group(2);
        String text = uncolored(stamped.group(3));
        opened |= function.equals("Initialize") && text.startsWith("Session successfully initialized");
        verbose |= talk;
        if (function.equals("GetCapability")) {
            readOffer(text);
        } else if (function.equals(PLACING) && talk) {
            readPlacement(text);
        }
    }

    /** Without the colors at its end, found from there: a pattern would look for them at every place of a long line. */
    private static String uncolored(String text) {
        int end = text.length();
        int escape = text.lastIndexOf('\u001b');
        while (escape >= 0 && COLOR.matcher(text).region(escape, end).matches()) {
            end = escape;
            escape = text.lastIndexOf('\u001b', end - 1);
        }
        return text.substring(0, end);
    }

    /** What WebNN would take; said once for each graph and sub-graph. */
    private void readOffer(String text) {
        Matcher capability = CAPABILITY.matcher(text);
        if (!capability.matches()) {
            return;
        }
        offers++;
        announcedPartitions += number(capability, 1);
        graphNodes += number(capability, 2);
        announcedNodes += number(capability, 3);
    }

    private void readPlacement(String text) {
        Matcher all = ALL.matcher(text);
        Matcher some = SOME.matcher(text);
        if (text.strip().equals(BEGIN)) {
            endHeading();
            records++;
            begun = true;
            whole = false;
        } else if (all.matches()) {
            readWhole(all);
        } else if (ALL_UNCOUNTED.matcher(text).matches()) {
            endHeading();
            uncounted = true;
            begun = false;
            whole = true;
        } else if (some.matches()) {
            endHeading();
            require(records > 0 && !whole, "a provider's nodes are listed outside of a record");
            place(some);
            unnamed = number(some, 2);
            begun = false;
        } else {
            readNode(text);
        }
    }

    /** One provider has everything; its nodes are not listed. */
    private void readWhole(Matcher all) {
        endHeading();
        require(begun, "a line says that one provider has all nodes, amid a record that says otherwise");
        place(all);
        begun = false;
        whole = true;
        if (provider.equals(WEBNN)) {
            compiledPartitions += number(all, 2);
        }
    }

    private void place(Matcher placement) {
        provider = placement.group(1);
        nodes.merge(provider, number(placement, 2), Integer::sum);
    }

    private void readNode(String text) {
        Matcher node = NODE.matcher(text);
        if (!node.matches()) {
            flaw("a line of the record is none: '%s'".formatted(text.length() > 60 ? text.substring(0, 60) : text));
            return;
        }
        if (unnamed == 0) {
            flaw("a node is listed that no heading announced: %s".formatted(text.strip()));
            return;
        }
        unnamed--;
        String operator = node.group(1);
        if (operator.startsWith("Memcpy")) {
            nodes.merge(provider, -1, Integer::sum);
            return;
        }
        listed.add(new NodePlacement(node.group(2), operator, provider));
        if (operator.startsWith("WEBNN_")) {
            compiledPartitions++;
        }
    }

    private void endHeading() {
        require(unnamed == 0, "%d nodes on %s were announced and not listed".formatted(unnamed, provider));
        unnamed = 0;
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            flaw(otherwise);
        }
    }

    private void flaw(String sentence) {
        if (!flaws.contains(sentence)) {
            flaws.add(sentence);
        }
    }

    private static int number(Matcher matched, int group) {
        return Integer.parseInt(matched.group(group));
    }

    PlacementLog result() {
        endHeading();
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
        return new PlacementLog(
                counted,
                partitions(),
                opened && !announced() && !placed() && !uncounted,
                exact(),
                listed,
                records,
                flaws);
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
