package dev.bascule.nativerunner.child;

import java.time.Duration;

/**
 * How long to wait before each try to come back.
 *
 * @param first before the first
 * @param longest at most, as each wait is twice the one before
 * @param tries how many in a row
 */
record Backoff(Duration first, Duration longest, int tries) {
    /** Some half a minute in all, as long as the page tries. */
    static final Backoff STANDARD = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(4), 12);

    /** @param failures in a row so far, from 0 */
    Duration before(int failures) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures, 20));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }
}
