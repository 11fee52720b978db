package dev.bascule.workers.client;

import java.time.Duration;
import java.util.Optional;

/**
 * How long whoever is asked to come again waits before it does: ever longer, for each time it sends its whole frame, and sooner again towards the
 * end of its time. For one thread.
 */
final class Pauses {
    private static final Duration LEAST = Duration.ofMillis(250);
    private static final Duration MOST = Duration.ofSeconds(5);

    private Duration next = LEAST;

    /** @return empty where so little time is left that nothing could be answered after a pause */
    Optional<Duration> next(Duration left) {
        Duration half = left.dividedBy(2);
        Duration pause = next.compareTo(half) < 0 ? next : half;
        if (pause.compareTo(LEAST) < 0) {
            return Optional.empty();
        }
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(MOST) < 0 ? doubled : MOST;
        return Optional.of(pause);
    }
}
