package dev.bascule.reports.change;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.change.CellSeries.Point;
import dev.bascule.reports.change.SeriesReport.Anomaly;
import dev.bascule.reports.change.SeriesReport.ChangePoint;
import dev.bascule.reports.change.SeriesReport.PlaceChange;
import dev.bascule.reports.change.SeriesReport.VerdictChangePoint;
import dev.bascule.reports.change.SeriesReport.VersionMark;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.comparison.Estimator;
import dev.bascule.reports.comparison.Medians;
import dev.bascule.reports.comparison.RunNoise;
import dev.bascule.reports.comparison.RunSamples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds what changed in a series. Changes of speed are found in the logarithms of the runs' medians, one number a run, as a
 * comparison does. Stateless and thread-safe.
 */
public final class SeriesAnalysis {
    /** Runs around a change in which a changed version may be its reason: a cut may be off by one or two. */
    private static final int NEAR = 2;

    private SeriesAnalysis() {}

    /** One series, by itself. */
    public static SeriesReport analyze(CellSeries series, EDivisive.Settings settings) {
        return analyze(List.of(series), settings).get(0);
    }

    /**
     * The series of a report, in their order. Runs of a series that reached different places are looked through apart, place by
     * place, and what is claimed is corrected for all of them at once. What several series show is looked through once, and
     * told of each.
     */
    public static List<SeriesReport> analyze(List<CellSeries> all, EDivisive.Settings settings) {
        List<List<Track>> tracks = all.stream().map(Track::of).toList();
        List<Track> flat = tracks.stream().flatMap(List::stream).toList();
        List<Integer> seriesOf = IntStream.range(0, all.size())
                .boxed()
                .flatMap(i -> Collections.nCopies(tracks.get(i).size(), i).stream())
                .toList();
        SharedTracks shared = SharedTracks.of(
                flat, seriesOf.stream().map(i -> all.get(i).isStrict()).toList());
        List<Integer> own =
                IntStream.range(0, flat.size()).filter(shared::owns).boxed().toList();
        List<List<EDivisive.Cut>> cuts =
                EDivisive.cuts(own.stream().map(i -> flat.get(i).logs()).toList(), settings);
        int tested = (int) own.stream()
                .filter(i -> flat.get(i).points().size() >= 2 * settings.least())
                .count();
        AnomalyDetector detector = new AnomalyDetector(SharedTracks.runs(flat), settings.level());
        List<SeriesReport> reports = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < all.size(); i++) {
            List<ChangePoint> changes = new ArrayList<>();
            List<Anomaly> anomalies = new ArrayList<>();
            Set<String> measuredIn = new LinkedHashSet<>();
            for (Track track : tracks.get(i)) {
                int owner = shared.owners().get(next++);
                List<EDivisive.Cut> found = cuts.get(own.indexOf(owner));
                changes.addAll(changes(track, found, settings.seed()));
                anomalies.addAll(detector.of(track, found));
                if (seriesOf.get(owner) != i) {
                    measuredIn.add(all.get(seriesOf.get(owner)).target());
                }
            }
            changes.sort(Comparator.comparing(ChangePoint::at));
            anomalies.sort(Comparator.comparing(Anomaly::at));
            CellSeries series = all.get(i);
            reports.add(new SeriesReport(
                    series,
                    changes,
                    anomalies,
                    verdicts(series.points()),
                    places(series.timed()),
                    marks(series.points()),
                    tested,
                    List.copyOf(measuredIn)));
        }
        return reports;
    }

    private static List<ChangePoint> changes(Track track, List<EDivisive.Cut> cuts, long seed) {
        List<Point> timed = track.points();
        List<ChangePoint> changes = new ArrayList<>();
        for (int i = 0; i < cuts.size(); i++) {
            EDivisive.Cut cut = cuts.get(i);
            int from = i == 0 ? 0 : cuts.get(i - 1).index();
            int to = i + 1 < cuts.size() ? cuts.get(i + 1).index() : timed.size();
            changes.add(change(timed.subList(from, cut.index()), timed.subList(cut.index(), to), cut, timed, seed));
        }
        return changes;
    }

    private static ChangePoint change(
            List<Point> before, List<Point> after, EDivisive.Cut cut, List<Point> all, long seed) {
        Estimate shift = Estimator.stretches(runs(before), runs(after), RunNoise.ASSUMED, seed);
        Point first = after.get(0);
        return new ChangePoint(
                first.reached(),
                first.at(),
                first.runId(),
                median(before),
                median(after),
                shift,
                cut.p(),
                near(all, cut.index()));
    }

    private static List<RunSamples> runs(List<Point> points) {
        return points.stream()
                .map(point -> new RunSamples(point.runId(), point.at(), point.samples()))
                .toList();
    }

    private static double median(List<Point> points) {
        return Medians.of(points.stream().mapToDouble(Point::medianMs).toArray());
    }

    /** Versions that changed at a cut or next to it. */
    private static List<VersionMark> near(List<Point> points, int cut) {
        List<VersionMark> marks = new ArrayList<>();
        for (int i = Math.max(1, cut - NEAR); i <= Math.min(points.size() - 1, cut + NEAR); i++) {
            marks.addAll(changed(points.get(i - 1), points.get(i), i - cut));
        }
        marks.sort(Comparator.comparingInt(mark -> Math.abs(mark.distance())));
        return marks;
    }

    private static List<VersionMark> marks(List<Point> points) {
        List<VersionMark> marks = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            marks.addAll(changed(points.get(i - 1), points.get(i), 0));
        }
        return marks;
    }

    /** What both runs know, and has another version; what one of them does not know may have been so before. */
    private static List<VersionMark> changed(Point before, Point after, int distance) {
        Set<String> names = new TreeSet<>(before.versions().keySet());
        names.retainAll(after.versions().keySet());
        List<VersionMark> marks = new ArrayList<>();
        for (String name : names) {
            String from = before.versions().getOrDefault(name, "");
            String to = after.versions().getOrDefault(name, "");
            if (!from.equals(to)) {
                marks.add(new VersionMark(after.at(), after.runId(), name, from, to, distance));
            }
        }
        return marks;
    }

    /** As with verdicts, what one run alone did is no lasting change. Only runs with a speed say where it came from. */
    private static List<PlaceChange> places(List<Point> points) {
        List<PlaceChange> changes = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            Point before = points.get(i - 1);
            Point after = points.get(i);
            boolean lasts =
                    i == points.size() - 1 || points.get(i + 1).reached().equals(after.reached());
            boolean stood = i == 1 || points.get(i - 2).reached().equals(before.reached());
            if (!before.reached().equals(after.reached()) && lasts && stood) {
                changes.add(new PlaceChange(
                        after.at(),
                        after.runId(),
                        before.reached(),
                        after.reached(),
                        after.verdict() == Verdict.FELL_BACK));
            }
        }
        return changes;
    }

    /** A verdict that one run alone had is no lasting change, but the newest run's is worth telling at once. */
    private static List<VerdictChangePoint> verdicts(List<Point> points) {
        List<VerdictChangePoint> changes = new ArrayList<>();
        for (int i = 1; i < points.size(); i++) {
            Point before = points.get(i - 1);
            Point after = points.get(i);
            boolean lasts = i == points.size() - 1 || points.get(i + 1).verdict() == after.verdict();
            boolean stood = i == 1 || points.get(i - 2).verdict() == before.verdict();
            if (before.verdict() != after.verdict() && lasts && stood) {
                changes.add(new VerdictChangePoint(after.at(), after.runId(), before.verdict(), after.verdict()));
            }
        }
        return changes;
    }
}
