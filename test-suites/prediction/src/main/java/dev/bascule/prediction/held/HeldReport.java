package dev.bascule.prediction.held;

import dev.bascule.prediction.interval.ShareLimits;
import java.util.List;
import java.util.Optional;

/**
 * How predictions held that were told before. Immutable.
 *
 * @param made here, that the history has
 * @param measured of these, how many something was measured after
 * @param failed of these, where the model ended badly instead: unsupported, wrong, out of memory, crashed
 * @param open of which nothing was measured since
 * @param replaced by a later prediction of the same before anything was measured
 * @param imported besides, of other histories: nobody here vouches for them, so that they are in none of these counts, and never
 *     ring
 * @param rows all together first, then by figure where there are two, by kind of case, level and target, and last those imported; none where nothing was measured
 *     since
 * @param each of those made here that something was measured after, the newest first
 */
public record HeldReport(
        int made,
        int measured,
        int failed,
        int open,
        int replaced,
        int imported,
        List<Row> rows,
        List<HeldPrediction> each) {

    public HeldReport {
        rows = List.copyOf(rows);
        each = List.copyOf(each);
    }

    /** What predictions of a row have in common. */
    public enum Group {
        ALL("all"),
        REGIME("kind of case"),
        LEVEL("level"),
        TARGET("target"),
        IMPORTED("imported");

        private final String words;

        Group(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /**
     * Some of them.
     *
     * @param name what they have in common; {@code all} of those together; of minima it says so
     * @param times how many were measured
     * @param medianError as a share of the measured time
     * @param coverage one for each level that intervals claimed; none where none of them had an interval
     */
    public record Row(Group group, String name, int times, double medianError, List<Coverage> coverage) {
        public Row {
            coverage = List.copyOf(coverage);
        }
    }

    /**
     * How often intervals held.
     *
     * @param level that they claimed
     * @param held with limits of 95 %
     * @param alarm whether fewer held than claimed, beyond what chance explains in as many rows as there are; never of those imported
     */
    public record Coverage(double level, ShareLimits held, boolean alarm) {}

    /** Whether any row rings. */
    public boolean isAlarm() {
        return rows.stream().flatMap(row -> row.coverage().stream()).anyMatch(Coverage::alarm);
    }

    /** All medians together; of the minima where there are those alone; empty where nothing was measured since. */
    public Optional<Row> all() {
        return rows.stream().filter(row -> row.group() == Group.ALL).findFirst();
    }
}
