package dev.bascule.reports.change;

import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.reports.change.CellSeries.Point;
import dev.bascule.reports.matrix.ActualPlacement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The timed runs of a series that reached the same place, fed and timed likewise: only these have a speed in common. Immutable.
 *
 * @param points the oldest first
 */
record Track(List<Point> points) {
    private record Alike(ActualPlacement reached, Optional<String> conditions) {}

    Track {
        points = List.copyOf(points);
    }

    static List<Track> of(CellSeries series) {
        Map<Alike, List<Point>> byPlace = new LinkedHashMap<>();
        series.timed()
                .forEach(point -> byPlace.computeIfAbsent(
                                new Alike(point.reached(), point.conditions().map(Conditions::key)),
                                place -> new ArrayList<>())
                        .add(point));
        return byPlace.values().stream().map(Track::new).toList();
    }

    /** Logarithms of the runs' medians. */
    double[] logs() {
        return points.stream().mapToDouble(point -> Math.log(point.medianMs())).toArray();
    }
}
