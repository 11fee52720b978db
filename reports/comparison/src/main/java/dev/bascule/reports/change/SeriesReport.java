package dev.bascule.reports.change;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.matrix.ActualPlacement;
import java.time.Instant;
import java.util.List;

/**
 * What happened to a cell over time. Immutable.
 *
 * @param series the cell
 * @param changes of speed, in order
 * @param anomalies single runs unlike their neighbors, in order
 * @param verdicts changes of verdict, in order
 * @param places where it began to run elsewhere than before, in order
 * @param marks where versions changed, in order, whether or not the speed did
 * @param tested how many series, each of one place, were looked through at once: p is corrected for them
 * @param measuredIn targets of the series that its speeds were measured in, where all of them in a place were: they are shown here,
 *     and looked through and counted there
 */
public record SeriesReport(
        CellSeries series,
        List<ChangePoint> changes,
        List<Anomaly> anomalies,
        List<VerdictChangePoint> verdicts,
        List<PlaceChange> places,
        List<VersionMark> marks,
        int tested,
        List<String> measuredIn) {

    public SeriesReport {
        changes = List.copyOf(changes);
        anomalies = List.copyOf(anomalies);
        verdicts = List.copyOf(verdicts);
        places = List.copyOf(places);
        marks = List.copyOf(marks);
        measuredIn = List.copyOf(measuredIn);
    }

    /** Whether there is anything to tell of its speed, its verdict or its place. */
    public boolean isTelling() {
        return !changes.isEmpty() || !anomalies.isEmpty() || !verdicts.isEmpty() || !places.isEmpty();
    }

    /** Whether there is anything that no other series of the report tells as well. */
    public boolean isTellingAlone() {
        return isTelling() && (measuredIn.isEmpty() || !verdicts.isEmpty() || !places.isEmpty());
    }

    /**
     * A lasting change of speed, in one place.
     *
     * @param on where all of these runs ran
     * @param at when the first run after it began
     * @param runId that run
     * @param beforeMs median of the run medians from the change before, or the beginning, to this one
     * @param afterMs likewise from this one to the next, or the end
     * @param shift ratio of after to before, with its interval; it was chosen for being great, so that it may be less
     * @param p share of random orders of the runs with a change as great, corrected by Holm for all series of the report
     * @param versions what else changed there, the nearest first; none is no proof that nothing did
     */
    public record ChangePoint(
            ActualPlacement on,
            Instant at,
            String runId,
            double beforeMs,
            double afterMs,
            Estimate shift,
            double p,
            List<VersionMark> versions) {
        public ChangePoint {
            versions = List.copyOf(versions);
        }

        public boolean slower() {
            return shift.logRatio() > 0;
        }
    }

    /**
     * A single run unlike those around it.
     *
     * @param expectedMs what its neighbors took
     * @param deviations how many standard deviations it lies off: of the runs around, robustly
     * @param disturbed whether the machine was noticed to be busy or throttled, which may be all that it is
     */
    public record Anomaly(
            Instant at, String runId, double medianMs, double expectedMs, double deviations, boolean disturbed) {
        public double ratio() {
            return medianMs / expectedMs;
        }
    }

    /**
     * Runs that began to run elsewhere: for more than this run, or it is the newest. It is no change of speed, whatever their times.
     *
     * @param fellBack whether the later place is not the one that was asked for first
     */
    public record PlaceChange(
            Instant at, String runId, ActualPlacement before, ActualPlacement after, boolean fellBack) {
        /** {@code it falls back to wasm; before it ran on webgpu}. */
        public String words() {
            boolean elsewhere = !before.backend().equals(after.backend());
            return "%s %s; before it ran on %s"
                    .formatted(
                            elsewhere && fellBack ? "it falls back to" : "it runs on", after.words(), before.words());
        }
    }

    /** A change of verdict that lasted for more than this run, or is the newest. */
    public record VerdictChangePoint(Instant at, String runId, Verdict before, Verdict after) {}

    /**
     * Something that has another version than in the run before.
     *
     * @param distance runs between the change of speed and this one: 0 is the same run, below 0 is earlier; 0 for a mark by itself
     */
    public record VersionMark(Instant at, String runId, String what, String before, String after, int distance) {
        /** {@code browser Chromium 153.0 → 156.0}. */
        public String words() {
            return "%s %s → %s".formatted(what, before, after);
        }
    }
}
