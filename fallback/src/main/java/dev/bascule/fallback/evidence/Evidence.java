package dev.bascule.fallback.evidence;

import dev.bascule.fallback.backend.DeviceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Where an attempt really ran, as judged by {@link EvidenceJudge}.
 *
 * @param proof how well it is known
 * @param requested the backend asked for
 * @param granted the backend that an API said it gave
 * @param proven the backend that the engine's own records show; empty unless {@code proof} is PROVEN
 * @param nodes number of graph nodes by backend id (or provider name, where no backend has it), copies between devices
 *     left out
 * @param partitions sub-graphs that WebNN compiled, where it told
 * @param software whether the adapter is a software one; empty where nobody could tell or there is none
 * @param deviceType the device type that stands up to the evidence; empty where unknown
 * @param facts adapter, environment and device facts worth keeping, by name
 * @param notes what the judge noticed, for the reader
 */
public record Evidence(
        ProofClass proof,
        String requested,
        Optional<String> granted,
        Optional<String> proven,
        Map<String, Integer> nodes,
        OptionalInt partitions,
        Optional<Boolean> software,
        Optional<DeviceType> deviceType,
        Map<String, String> facts,
        List<String> notes) {

    public Evidence {
        nodes = java.util.Collections.unmodifiableMap(new TreeMap<>(nodes));
        facts = java.util.Collections.unmodifiableMap(new TreeMap<>(facts));
        notes = List.copyOf(notes);
    }

    /** No evidence at all, as of an attempt that never got a session. */
    public static Evidence none(String requested) {
        return new Evidence(
                ProofClass.UNKNOWN,
                requested,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of());
    }

    /** The same with one note more. */
    public Evidence noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new Evidence(
                proof, requested, granted, proven, nodes, partitions, software, deviceType, facts, more);
    }

    public int totalNodes() {
        return nodes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Nodes that ran on the backend asked for. */
    public int nodesOnRequested() {
        return nodes.getOrDefault(requested, 0);
    }

    /** Whether some, but not all, nodes ran on the backend asked for. */
    public boolean isPartial() {
        return nodesOnRequested() > 0 && nodesOnRequested() < totalNodes();
    }

    /** The backend it ran on as far as known: proven, else what an API said. */
    public Optional<String> actual() {
        return proven.isPresent() ? proven : granted;
    }
}
