package dev.bascule.reports.history;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * Where the nodes of a model ran that was right, by the engine's own record. Immutable.
 *
 * @param sha256 of the model
 * @param machine fingerprint
 * @param target id of the one asked for
 * @param backend id of the one asked for
 * @param at when
 * @param there nodes that ran on the backend asked for
 * @param nodes of the graph as the engine made it
 * @param parts that the backend got, each a graph of its own; empty where the engine does not tell
 */
public record Placement(
        String sha256,
        String machine,
        String target,
        String backend,
        Instant at,
        int there,
        int nodes,
        OptionalInt parts) {

    /** Whether nothing of it ran elsewhere. */
    public boolean isWhole() {
        return there == nodes;
    }
}
