package dev.bascule.scheduling.record;

import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An attempt whose result was taken. All but {@code took} by the coordinator's clock, from the record's beginning. Immutable.
 *
 * @param submitted of its job
 * @param took from the beginning of the work to its end, by the worker's own clock
 * @param asked what its job asks besides
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
        Duration took,
        Asked asked) {
    public RecordedAttempt {
        if (placed.compareTo(submitted) < 0 || ended.compareTo(placed) < 0 || took.isNegative()) {
            throw new IllegalArgumentException("a job is submitted, placed and ended, in this order: " + job);
        }
    }

    /** Of a job that asks for nothing. */
    public RecordedAttempt(
            String job,
            String kind,
            String owner,
            int priority,
            String worker,
            Duration submitted,
            Duration placed,
            Duration ended,
            Duration took) {
        this(job, kind, owner, priority, worker, submitted, placed, ended, took, Asked.NOTHING);
    }

    /**
     * What a job asks of a policy. Immutable.
     *
     * @param on workers of the record that have what it asks; empty where all have
     * @param timed whether it was measured
     * @param within how soon after it came it was to be done
     * @param warmth what it finds loaded with profit
     * @param after jobs of the record that had to be done before
     */
    public record Asked(
            SortedSet<String> on,
            boolean timed,
            Optional<Duration> within,
            SortedSet<String> warmth,
            SortedSet<String> after) {
        public static final Asked NOTHING =
                new Asked(new TreeSet<>(), false, Optional.empty(), new TreeSet<>(), new TreeSet<>());

        public Asked {
            on = Collections.unmodifiableSortedSet(new TreeSet<>(on));
            warmth = Collections.unmodifiableSortedSet(new TreeSet<>(warmth));
            after = Collections.unmodifiableSortedSet(new TreeSet<>(after));
        }
    }

    /** What it cost beside its work; none where the worker's clock says that it took longer than it was away. */
    public Duration overhead() {
        Duration rest = ended.minus(placed).minus(took);
        return rest.isNegative() ? Duration.ZERO : rest;
    }
}
