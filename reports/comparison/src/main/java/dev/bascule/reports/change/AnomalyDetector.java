package dev.bascule.reports.change;

import dev.bascule.reports.change.CellSeries.Point;
import dev.bascule.reports.change.SeriesReport.Anomaly;
import dev.bascule.reports.comparison.Medians;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A detector of single runs that are unlike their neighbors: those far off the level between two changes, in robust standard
 * deviations.
 *
 * @param runs how many are looked at in the whole report: the more, the farther one of them lies off by chance
 * @param level share of reports in which any run of normal ones would be called unusual, at most
 */
record AnomalyDetector(int runs, double level) {
    /** Runs from which a single one can be called unlike the others. */
    static final int ENOUGH = 8;

    /**
     * Robust standard deviations from which a run is unlike its neighbors, at least. Iglewicz and Hoaglin (How to detect and handle
     * outliers, 1993) take 3.5 for normal data; times of runs have longer tails.
     */
    static final double FAR = 5;

    /** Below this no clock and no machine tells runs apart. */
    private static final double LEAST_DEVIATION = 0.005;

    List<Anomaly> of(Track track, List<EDivisive.Cut> cuts) {
        List<Point> points = track.points();
        if (points.size() < ENOUGH) {
            return List.of();
        }
        double[] logs = track.logs();
        double[] expected = new double[logs.length];
        int from = 0;
        for (int part = 0; part <= cuts.size(); part++) {
            int to = part < cuts.size() ? cuts.get(part).index() : logs.length;
            Arrays.fill(expected, from, to, Medians.of(Arrays.copyOfRange(logs, from, to)));
            from = to;
        }
        double[] off = new double[logs.length];
        Arrays.setAll(off, i -> Math.abs(logs[i] - expected[i]));
        double deviation = Math.max(LEAST_DEVIATION, 1.4826 * Medians.of(off));
        double far = far(logs.length);
        List<Anomaly> anomalies = new ArrayList<>();
        for (int i = 0; i < logs.length; i++) {
            if (off[i] > far * deviation) {
                Point point = points.get(i);
                anomalies.add(new Anomaly(
                        point.at(),
                        point.runId(),
                        point.medianMs(),
                        Math.exp(expected[i]),
                        off[i] / deviation,
                        point.disturbed()));
            }
        }
        return anomalies;
    }

    /**
     * How far is far in a series of so many runs: Student's t at the level, shared among all runs of the report. A median absolute
     * deviation knows 0.37 times as much as a standard deviation of as many runs.
     */
    private double far(int n) {
        double known = Math.max(1, 0.37 * (n - 1));
        return Math.max(FAR, TDistribution.of(known).inverseSurvivalProbability(level / (2 * runs)));
    }
}
