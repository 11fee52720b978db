package dev.bascule.studies.bisect;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a search came to. Immutable.
 *
 * @param ending how it ended
 * @param axis which axis it is, where two were searched
 * @param lines what is known of each line that was searched; the one that says most first
 * @param runs every pair that was run, in order, with its runs
 * @param cutShort why it ended before it was through
 */
public record BisectResult(
        Ending ending,
        Optional<AxisFinding> axis,
        List<LineResult> lines,
        Map<VersionPair, Tally> runs,
        Optional<String> cutShort) {

    public BisectResult {
        lines = List.copyOf(lines);
        runs = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(runs));
    }

    /** How it ended. */
    public sealed interface Ending {
        /** Good and bad meet in at least one line. */
        record Found() implements Ending {}

        /** Both ends are alike, so that nothing is between them to be found. */
        record EqualEnds(String why, String remedy) implements Ending {}

        /** The ends differ the other way round. */
        record OtherWay(String why, String remedy) implements Ending {}

        /** Nothing can be said of an end. */
        record EndUnknown(String why, String remedy) implements Ending {}

        /** Stopped before the ends were known. */
        record Stopped(String why) implements Ending {}
    }

    /** How many pairs of versions were looked at. */
    public int probes() {
        return runs.size();
    }

    /** How often the case was run. */
    public int attempts() {
        return runs.values().stream().mapToInt(tally -> tally.runs().size()).sum();
    }
}
