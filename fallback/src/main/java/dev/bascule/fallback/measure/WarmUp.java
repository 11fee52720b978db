package dev.bascule.fallback.measure;

/**
 * When a session is warm: the medians of the last two windows differ by less than the tolerance.
 *
 * @param window samples in a window
 * @param tolerance relative difference allowed
 */
public record WarmUp(int window, double tolerance) {
    public static final WarmUp DEFAULT = new WarmUp(5, 0.05);

    public boolean isStable(Samples samples) {
        int n = samples.size();
        if (n < 2 * window) {
            return false;
        }
        double before = samples.slice(n - 2 * window, n - window).median();
        double last = samples.slice(n - window, n).median();
        return Math.abs(last - before) <= tolerance * Math.max(last, before);
    }
}
