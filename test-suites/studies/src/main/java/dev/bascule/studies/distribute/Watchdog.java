package dev.bascule.studies.distribute;

import java.time.Duration;

/**
 * When a silent device is taken for lost: after so many times the slowest answer that it gave, within limits. Opening a
 * model takes longer than answering, and has a limit of its own. Immutable.
 *
 * @param factor times the slowest answer
 * @param least even where answers are quick
 * @param most even where they are slow, and before the first
 * @param reopening for opening the model anew after a refusal
 */
record Watchdog(int factor, Duration least, Duration most, Duration reopening) {

    /** Opening is given as long as the slowest answer. */
    Watchdog(int factor, Duration least, Duration most) {
        this(factor, least, most, most);
    }

    /** @param most the limit for each answer of a runner */
    static Watchdog usual(Duration most) {
        Duration least = Duration.ofSeconds(2);
        return new Watchdog(20, least.compareTo(most) < 0 ? least : most, most);
    }

    /** @param slowestNanos 0 before the first answer */
    Duration limit(long slowestNanos) {
        if (slowestNanos == 0) {
            return most;
        }
        Duration limit = Duration.ofNanos(slowestNanos).multipliedBy(factor);
        limit = limit.compareTo(least) < 0 ? least : limit;
        return limit.compareTo(most) > 0 ? most : limit;
    }
}
