package dev.bascule.fallback.measure;

import java.time.Duration;
import java.util.List;

/**
 * When a session is warm: the medians of its last windows differ by less than the tolerance, two of them at least and as many as
 * last {@link #over} together. Time counts and not iterations alone: a few iterations of some microseconds are over before a
 * just-in-time compiler has begun, and windows of a handful agree by chance while it works.
 *
 * @param window iterations in a window at least
 * @param atLeast how long a window lasts at least, in its iterations
 * @param over how long the windows that agree last at least, together
 * @param tolerance relative difference allowed between any two of them
 */
public record WarmUp(int window, Duration atLeast, Duration over, double tolerance) {
    public static final WarmUp DEFAULT = new WarmUp(5, Duration.ofMillis(50), Duration.ofMillis(150), 0.05);

    /** The same in windows of fewer iterations. */
    public WarmUp inWindowsOf(int iterations) {
        return new WarmUp(iterations, atLeast, over, tolerance);
    }

    /** @param windows all of a session's, in order */
    public boolean isStable(List<Samples> windows) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        double millis = 0;
        int agreeing = 0;
        for (int i = windows.size() - 1; i >= 0 && (agreeing < 2 || millis < over.toNanos() / 1e6); i--) {
            double median = windows.get(i).median();
            least = Math.min(least, median);
            most = Math.max(most, median);
            millis += windows.get(i).totalMillis();
            agreeing++;
        }
        return agreeing >= 2 && millis >= over.toNanos() / 1e6 && most - least <= tolerance * most;
    }
}
