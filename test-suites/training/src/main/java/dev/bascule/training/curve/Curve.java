package dev.bascule.training.curve;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One quantity over the steps of a run. Immutable.
 *
 * @param tag what it is, such as {@code loss} or {@code accuracy/test}
 * @param points in the order of their steps
 */
public record Curve(String tag, List<Point> points) {
    /** What needs no quotes in any of the files. */
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]*");

    /**
     * @param step from 1 on; 0 is before the first
     * @param value as it came, finite or not
     * @param when it was seen
     */
    public record Point(long step, float value, Instant when) {}

    public Curve {
        points = List.copyOf(points);
        if (!TAG.matcher(tag).matches()) {
            throw new IllegalArgumentException("the tag of a curve: " + tag);
        }
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).step() <= points.get(i - 1).step()) {
                throw new IllegalArgumentException("step %d after step %d"
                        .formatted(points.get(i).step(), points.get(i - 1).step()));
            }
        }
    }
}
