package dev.bascule.studies.bisect;

import java.util.List;

/**
 * Which of two axes makes the difference, by the old and new engine in the old and new browser.
 *
 * @param kind what it is
 * @param sentence the same for people
 * @param edges the sides of that square whose ends differ and which are worth a search
 */
public record AxisFinding(Kind kind, String sentence, List<Edge> edges) {
    public AxisFinding {
        edges = List.copyOf(edges);
    }

    /** Kinds of findings. */
    public enum Kind {
        ENGINE,
        BROWSER,
        /** Both together: one pair of the four is unlike the others. */
        INTERACTION,
        /** A pair of the four tells nothing. */
        UNKNOWN
    }

    /**
     * A side of the square.
     *
     * @param axis that moves
     * @param at a pair whose other axis stays
     */
    public record Edge(Axis axis, VersionPair at) {}
}
