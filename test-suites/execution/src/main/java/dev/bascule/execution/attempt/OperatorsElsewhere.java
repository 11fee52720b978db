package dev.bascule.execution.attempt;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.PlacementLog;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The operators of those nodes that an engine's own record shows on another backend than the one asked for. Immutable.
 *
 * @param nodes how many by operator; empty where none is, and where the record does not name each of them
 */
public record OperatorsElsewhere(Map<String, Integer> nodes) {
    public static final OperatorsElsewhere NONE = new OperatorsElsewhere(Map.of());
    private static final int MOST = 6;

    public OperatorsElsewhere {
        nodes = Map.copyOf(nodes);
    }

    /** @param evidence the record as judged: one that names fewer nodes than were counted there is passed over */
    static OperatorsElsewhere of(Backend requested, RawEvidence raw, Evidence evidence) {
        Map<String, Integer> found = new TreeMap<>();
        for (NodePlacement node : named(raw)) {
            if (!node.operator().startsWith("Memcpy")
                    && !requested.executionProviders().contains(node.provider())) {
                found.merge(node.operator(), 1, Integer::sum);
            }
        }
        int counted = evidence.totalNodes() - evidence.nodesOnRequested();
        int named = found.values().stream().mapToInt(Integer::intValue).sum();
        return named == counted ? new OperatorsElsewhere(found) : NONE;
    }

    private static List<NodePlacement> named(RawEvidence raw) {
        return raw.placements().isEmpty() ? PlacementLog.parse(raw.log()).listed() : raw.placements();
    }

    /** Those with most nodes first, as {@code 3 Gather, 1 Sin}; blank where none is known. */
    String words() {
        String first = nodes.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .map(each -> "%d %s".formatted(each.getValue(), each.getKey()))
                .collect(Collectors.joining(", "));
        return nodes.size() > MOST ? "%s and %d other operators".formatted(first, nodes.size() - MOST) : first;
    }
}
