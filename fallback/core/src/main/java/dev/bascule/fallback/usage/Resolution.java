package dev.bascule.fallback.usage;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a counter that moves in steps tells enough of what was measured. The difference of two readings, each late by
 * anything up to a step, is off by {@code step / √6} (the standard deviation of a difference of two uniform errors); of
 * {@code n} differences by {@code √n} times that. Stateless.
 */
final class Resolution {
    /** Two standard deviations may be this share of the whole. */
    static final double ERROR = 0.1;

    private Resolution() {}

    /**
     * Why nothing can be told; empty where it can.
     *
     * @param step of the counter
     * @param differences that are added up
     * @param whole that the figure is a share of, in the counter's own unit of time
     */
    static Optional<String> tooCoarse(Duration step, int differences, Duration whole) {
        double error = 2 * step.toNanos() * Math.sqrt(differences / 6.0);
        return error <= ERROR * whole.toNanos()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "the counter moves in steps of %d ms, too coarse for %d ms in %d part%s: measure for longer",
                        step.toMillis(),
                        whole.toMillis(),
                        differences,
                        differences == 1 ? "" : "s"));
    }

    /** The figure, unless the counter is too coarse for it. */
    static <T> Reading<T> ifFine(Reading<T> reading, Duration step, int differences, Duration whole) {
        Optional<String> coarse = tooCoarse(step, differences, whole);
        return coarse.isEmpty() || !reading.isKnown() ? reading : Reading.unknown(coarse.get());
    }
}
