package dev.bascule.reports.change;

import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.matrix.ActualPlacement;
import dev.bascule.reports.matrix.CellPlace;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One cell over time, on one machine, whatever the versions, and wherever its runs got to: each point says that. Immutable.
 *
 * @param label the case, as people know it
 * @param target where, without versions: {@code wasm in Chromium}
 * @param machine fingerprint
 * @param places the cells of the matrix that it goes through, one for each major version of a browser; they tell it from every
 *     other series
 * @param points its runs, the oldest first
 */
public record CellSeries(String label, String target, String machine, Set<CellPlace> places, List<Point> points) {

    /** One of no matrix. */
    public CellSeries(String label, String target, String machine, List<Point> points) {
        this(label, target, machine, Set.of(), points);
    }

    public CellSeries {
        places = Set.copyOf(places);
        points = points.stream().sorted(Comparator.comparing(Point::at)).toList();
    }

    /**
     * One run of it.
     *
     * @param at when the run began
     * @param runId the run
     * @param verdict of the cell
     * @param samples warm, in milliseconds; {@link Samples#NONE} where no right attempt was timed
     * @param disturbed whether the machine was noticed to be busy or throttled
     * @param reached where it really ran; speeds of other places are no part of this one's
     * @param versions of what it ran on: browser, engine, drivers, by name
     * @param measurement what it rests on, where that is known: points of several series with an equal one are one measurement
     * @param conditions what it was fed and how it was to be timed, where that is known: only speeds of the same are one track
     */
    public record Point(
            Instant at,
            String runId,
            Verdict verdict,
            Samples samples,
            boolean disturbed,
            ActualPlacement reached,
            SortedMap<String, String> versions,
            Optional<MeasurementKey> measurement,
            Optional<Conditions> conditions) {

        /** One that is no other series' as well. */
        public Point(
                Instant at,
                String runId,
                Verdict verdict,
                Samples samples,
                boolean disturbed,
                ActualPlacement reached,
                SortedMap<String, String> versions) {
            this(at, runId, verdict, samples, disturbed, reached, versions, Optional.empty(), Optional.empty());
        }

        public Point {
            versions = Collections.unmodifiableSortedMap(new TreeMap<>(versions));
        }

        /** Whether its speed can be told: right, timed often enough, by a clock fine enough. */
        public boolean isTimed() {
            return verdict.isRight() && samples.size() >= 6 && samples.median() > 0;
        }

        public double medianMs() {
            return samples.median();
        }
    }

    /** Whether it is of one backend alone. */
    boolean isStrict() {
        return !target.contains("→");
    }

    /** The points with a speed. */
    public List<Point> timed() {
        return points.stream().filter(Point::isTimed).toList();
    }
}
