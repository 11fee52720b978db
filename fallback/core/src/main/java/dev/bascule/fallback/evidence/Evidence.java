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
 * @param where on which backend
 * @param nodes number of graph nodes by backend id (or provider name, where no backend has it), copies between devices
 *     left out
 * @param partitions sub-graphs that WebNN compiled, where it told
 * @param software whether the adapter is a software one; empty where nobody could tell or there is none
 * @param deviceType the device type that stands up to the evidence; empty where unknown
 * @param facts adapter, environment and device facts worth keeping, by name
 * @param notes what the judge noticed, for the reader
 * @param contradictions what the host knows otherwise; any one makes {@code proof} UNKNOWN
 */
public record Evidence(
        ProofClass proof,
        Where where,
        Map<String, Integer> nodes,
        OptionalInt partitions,
        Optional<Boolean> software,
        Optional<DeviceType> deviceType,
        Map<String, String> facts,
        List<String> notes,
        List<Contradiction> contradictions) {

    /** The fact that keeps what a record said that is not believed. */
    public static final String DISBELIEVED = "disbelievedNodes";

    /**
     * The backend, by id, in three words.
     *
     * @param requested the backend asked for
     * @param granted the backend that an API said it gave
     * @param proven the backend that the engine's own records show; empty unless the proof is PROVEN
     */
    public record Where(String requested, Optional<String> granted, Optional<String> proven) {}

    public Evidence {
        nodes = java.util.Collections.unmodifiableMap(new TreeMap<>(nodes));
        facts = java.util.Collections.unmodifiableMap(new TreeMap<>(facts));
        notes = List.copyOf(notes);
        contradictions = List.copyOf(contradictions);
    }

    /** No evidence at all, as of an attempt that never got a session. */
    public static Evidence none(String requested) {
        return new Evidence(
                ProofClass.UNKNOWN,
                new Where(requested, Optional.empty(), Optional.empty()),
                Map.of(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of());
    }

    /** The same with one note more. */
    public Evidence noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return withNotes(more);
    }

    public int totalNodes() {
        return nodes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Nodes that ran on the backend asked for. */
    public int nodesOnRequested() {
        return nodes.getOrDefault(where.requested(), 0);
    }

    /** Whether some, but not all, nodes ran on the backend asked for. */
    public boolean isPartial() {
        return nodesOnRequested() > 0 && nodesOnRequested() < totalNodes();
    }

    /** The backend it ran on as far as known: proven, else what an API said. A runner that contradicts itself is not heard. */
    public Optional<String> actual() {
        return where.proven().isPresent()
                ? where.proven()
                : contradictions.isEmpty() ? where.granted() : Optional.empty();
    }

    public Evidence withFacts(Map<String, String> all) {
        return new Evidence(proof, where, nodes, partitions, software, deviceType, all, notes, contradictions);
    }

    public Evidence withNotes(List<String> all) {
        return new Evidence(proof, where, nodes, partitions, software, deviceType, facts, all, contradictions);
    }

    /** The same, not believed: it shows nothing but that a software adapter was admitted to. */
    Evidence contradicted(List<Contradiction> by) {
        Map<String, String> kept = new TreeMap<>(facts);
        if (!nodes.isEmpty()) {
            kept.put(DISBELIEVED, nodes.toString());
        }
        kept.remove(EvidenceJudge.NODES_LEFT);
        List<String> told = new ArrayList<>(notes);
        by.forEach(contradiction -> told.add("contradiction: " + contradiction.sentence()));
        return new Evidence(
                ProofClass.UNKNOWN,
                new Where(where.requested(), where.granted(), Optional.empty()),
                Map.of(),
                OptionalInt.empty(),
                software.filter(is -> is),
                Optional.empty(),
                kept,
                told,
                by);
    }

    /**
     * The same, as its runner's word: a record that came from where the host sees nothing. A record against what was asked
     * for is an admission, and stands as the word.
     */
    public Evidence reported() {
        List<String> told = new ArrayList<>(notes);
        told.add("the device's word: the host sees none of its processes, so the engine's record proves nothing here");
        return new Evidence(
                ProofClass.REPORTED,
                new Where(where.requested(), where.proven().or(where::granted), Optional.empty()),
                nodes,
                partitions,
                software,
                deviceType,
                facts,
                told,
                contradictions);
    }
}
