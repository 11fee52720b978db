package dev.bascule.bridge.discovery;

import java.util.List;

/**
 * Which versions of Firefox a geckodriver drives: the table "Supported platforms" of geckodriver's documentation, from
 * 0.30 to 0.36. Later releases are taken to go on from the last row. Stateless.
 */
final class GeckodriverSupport {

    /** Major versions from {@code least} to {@code most}, both included. */
    record Range(int least, int most) {
        static final Range ANY = new Range(0, Integer.MAX_VALUE);

        boolean contains(int major) {
            return major >= least && major <= most;
        }

        String text() {
            return most == Integer.MAX_VALUE
                    ? "%d and later only".formatted(least)
                    : "%d to %d only".formatted(least, most);
        }
    }

    private record Row(String since, Range range) {}

    private static final List<Row> NEWEST_FIRST = List.of(
            new Row("0.36", new Range(128, Integer.MAX_VALUE)),
            new Row("0.34", new Range(115, Integer.MAX_VALUE)),
            new Row("0.32", new Range(102, 120)),
            new Row("0.31", new Range(91, 120)),
            new Row("0.30", new Range(78, 90)));

    private GeckodriverSupport() {}

    /** Anything goes for releases older than the table: they are not refused on a guess. */
    static Range of(String version) {
        return NEWEST_FIRST.stream()
                .filter(row -> VersionText.NEWER.compare(version, row.since()) >= 0)
                .map(Row::range)
                .findFirst()
                .orElse(Range.ANY);
    }
}
