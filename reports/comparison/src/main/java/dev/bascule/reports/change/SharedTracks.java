package dev.bascule.reports.change;

import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.reports.change.CellSeries.Point;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which tracks of a report are made of the measurements of another, run by run and of no others: a chain shows what the backend's
 * own cell measured. Such a track is shown, and looked through there. Immutable.
 *
 * @param owners for each track, the place in the list of the one that is looked through: its own, or another's
 */
record SharedTracks(List<Integer> owners) {

    /** A measurement of a run. */
    private record Shown(String runId, MeasurementKey measurement) {}

    /**
     * @param tracks of all series, in order
     * @param strict of each, whether its series is of one backend alone: such a one is the owner
     */
    static SharedTracks of(List<Track> tracks, List<Boolean> strict) {
        Map<List<Shown>, Integer> first = new HashMap<>();
        IntStream.range(0, tracks.size())
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> !strict.get(i)))
                .forEach(i -> key(tracks.get(i)).ifPresent(key -> first.putIfAbsent(key, i)));
        return new SharedTracks(IntStream.range(0, tracks.size())
                .mapToObj(i -> key(tracks.get(i)).map(first::get).orElse(i))
                .toList());
    }

    /** Empty where it is not known of each of its points what it rests on. */
    private static Optional<List<Shown>> key(Track track) {
        List<Shown> shown = track.points().stream().flatMap(SharedTracks::shown).toList();
        return shown.size() == track.points().size() && !shown.isEmpty() ? Optional.of(shown) : Optional.empty();
    }

    private static Stream<Shown> shown(Point point) {
        return point.measurement().map(measurement -> new Shown(point.runId(), measurement)).stream();
    }

    boolean owns(int track) {
        return owners.get(track) == track;
    }

    /** How many runs there are in these tracks, each measurement once. */
    static int runs(List<Track> tracks) {
        Set<Shown> counted = new HashSet<>();
        return (int) tracks.stream()
                .flatMap(track -> track.points().stream())
                .filter(point -> shown(point).allMatch(counted::add))
                .count();
    }
}
