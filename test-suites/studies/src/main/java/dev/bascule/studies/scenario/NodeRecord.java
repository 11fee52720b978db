package dev.bascule.studies.scenario;

import dev.bascule.fallback.evidence.PlacementLog;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The nodes that an engine's own record names: its profile's, or, of a page, which brings none, its log's. A log that
 * disagrees with itself names nothing here, and one of a session that a single provider has whole only counts. Immutable.
 *
 * @param named the nodes, one by one
 * @param total how many there are, with those that it only counts
 * @param silence why it names none; empty where it names any
 */
public record NodeRecord(List<NodePlacement> named, int total, Optional<String> silence) {
    public NodeRecord {
        named = List.copyOf(named);
    }

    public static NodeRecord of(RawEvidence evidence) {
        List<NodePlacement> profiled = evidence.placements();
        return profiled.isEmpty()
                ? logged(PlacementLog.parse(evidence.log()))
                : new NodeRecord(profiled, profiled.size(), Optional.empty());
    }

    private static NodeRecord logged(PlacementLog log) {
        if (!log.exact() || !log.flaws().isEmpty()) {
            return silent("its log disagrees with itself");
        }
        // A partition counts as the nodes inside it.
        int total = log.nodesByProvider().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        if (total == 0) {
            return silent("the engine does not tell which nodes ran");
        }
        return log.listed().isEmpty()
                ? new NodeRecord(
                        List.of(),
                        total,
                        Optional.of("the engine tells how many nodes ran where, but its log names no node"))
                : new NodeRecord(log.listed(), total, Optional.empty());
    }

    private static NodeRecord silent(String why) {
        return new NodeRecord(List.of(), 0, Optional.of(why));
    }

    /** Whether it names each node, so that what it does not name is not there. */
    public boolean complete() {
        return !named.isEmpty() && named.size() == total;
    }

    public List<NodePlacement> named(Predicate<NodePlacement> which) {
        return named.stream().filter(which).toList();
    }
}
