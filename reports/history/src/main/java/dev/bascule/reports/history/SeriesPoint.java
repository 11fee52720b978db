package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.ActualPlacement;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run's measurement of a cell, with the versions that it was made with. Immutable.
 *
 * @param cell what the matrix would show of it
 * @param suite of its run
 * @param samples of warm inferences in milliseconds, in order; {@link Samples#NONE} where no right attempt was timed
 * @param target of the attempt that the verdict rests on: browser, engine and backend with their versions
 * @param reached where it really ran
 * @param measurement what its verdict rests on; points of several cells with an equal one show one attempt of the run
 * @param software what worked on the machine (drivers, browsers, engines), by name, with versions; empty where it was not
 *     recorded
 * @param conditions what it was fed and how it was to be timed, where that was kept
 */
public record SeriesPoint(
        CellSummary cell,
        String suite,
        Samples samples,
        Target target,
        ActualPlacement reached,
        MeasurementKey measurement,
        SortedMap<String, String> software,
        Optional<Conditions> conditions) {

    public SeriesPoint {
        software = Collections.unmodifiableSortedMap(new TreeMap<>(software));
    }
}
