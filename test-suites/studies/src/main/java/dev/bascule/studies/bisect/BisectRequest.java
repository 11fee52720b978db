package dev.bascule.studies.bisect;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.CaseId;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case with its one target, as a run would have it
 * @param knownAs the case as other runs know it: a conformance case by its id there
 * @param backend where it is run
 * @param over which versions are searched
 * @param ends of the axes, where they are named; the oldest and newest version else
 * @param fetching whether versions that are not on this machine are fetched
 * @param what which failure is looked for
 * @param threshold how many times as slow as the good end is slow
 * @param fix whether the version that mended it is looked for
 * @param limits how far to go
 * @param out folder for the timeline; made when there is something to write
 */
public record BisectRequest(
        RunRequest run,
        CaseId knownAs,
        Backend backend,
        Set<Axis> over,
        Map<Axis, Ends> ends,
        boolean fetching,
        What what,
        double threshold,
        boolean fix,
        BisectLimits limits,
        Path out) {

    /** The ends of an axis, as named. */
    public record Ends(Optional<String> from, Optional<String> to) {
        public static final Ends UNSAID = new Ends(Optional.empty(), Optional.empty());
    }

    public BisectRequest {
        over = Set.copyOf(over);
        ends = Map.copyOf(ends);
    }

    public Ends of(Axis axis) {
        return ends.getOrDefault(axis, Ends.UNSAID);
    }
}
