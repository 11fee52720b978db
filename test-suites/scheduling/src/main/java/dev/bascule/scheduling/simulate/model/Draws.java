package dev.bascule.scheduling.simulate.model;

import dev.bascule.fallback.text.Durations;
import java.time.Duration;

/** Arithmetic of drawn durations. Stateless. */
final class Draws {
    private Draws() {}

    static Duration times(Duration duration, double factor) {
        return Duration.ofNanos(Math.round(duration.toNanos() * factor));
    }

    static String text(Duration duration) {
        return Durations.format(duration);
    }
}
