package dev.bascule.reports.comparison;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A check of whether two sides took turns on their machine, or were measured one after the other. What a session does to all
 * of its runs (heat, frequency, neighbors, where memory happened to lie) falls on both sides alike in the first case, and
 * looks like their software in the second: no number of runs within a session shows it. Stateless.
 */
final class AlternationCheck {
    private AlternationCheck() {}

    private record Both(int baseline, int candidate) {
        Both plus(Both other) {
            return new Both(baseline + other.baseline, candidate + other.candidate);
        }
    }

    /** In the order of time the side changes about as often as ABBA does, which is as often as the smaller side has runs. */
    static boolean taken(List<RunSamples> baseline, List<RunSamples> candidate) {
        int fewer = Math.min(baseline.size(), candidate.size());
        return fewer > 1 && 4 * changes(baseline, candidate) >= 3 * fewer;
    }

    private static int changes(List<RunSamples> baseline, List<RunSamples> candidate) {
        SortedMap<Instant, Both> inOrder = new TreeMap<>();
        baseline.forEach(run -> inOrder.merge(run.startedAt(), new Both(1, 0), Both::plus));
        candidate.forEach(run -> inOrder.merge(run.startedAt(), new Both(0, 1), Both::plus));
        int changes = 0;
        boolean first = true;
        boolean baselineLast = true;
        for (Both at : inOrder.values()) {
            // Runs that began together, as cells of one run do, are as good as in turns.
            changes += 2 * Math.min(at.baseline(), at.candidate());
            boolean baselineOnly = at.candidate() == 0;
            boolean candidateOnly = at.baseline() == 0;
            changes += !first && (baselineLast ? candidateOnly : baselineOnly) ? 1 : 0;
            baselineLast = baselineOnly || (!candidateOnly && baselineLast);
            first = false;
        }
        return changes;
    }
}
