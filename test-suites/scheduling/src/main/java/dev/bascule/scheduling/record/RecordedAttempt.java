package dev.bascule.scheduling.record;

import java.time.Duration;

/**
 * An attempt whose result was taken. All but {@code took} by the coordinator's clock, from the record's beginning. Immutable.
 *
 * @param submitted of its job
 * @param took from the beginning of the work to its end, by the worker's own clock
 */
public record RecordedAttempt(
        String job,
        String kind,
        String owner,
        int priority,
        String worker,
        Duration submitted,
        Duration placed,
        Duration ended,
        Duration took) {
    public RecordedAttempt {
        if (placed.compareTo(submitted) < 0 || ended.compareTo(placed) < 0 || took.isNegative()) {
            throw new IllegalArgumentException("a job is submitted, placed and ended, in this order: " + job);
        }
    }

    /** What it cost beside its work; none where the worker's clock says that it took longer than it was away. */
    public Duration overhead() {
        Duration rest = ended.minus(placed).minus(took);
        return rest.isNegative() ? Duration.ZERO : rest;
    }
}
