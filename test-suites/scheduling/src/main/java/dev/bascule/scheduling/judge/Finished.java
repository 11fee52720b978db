package dev.bascule.scheduling.judge;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.worker.WorkerId;
import java.time.Duration;
import java.time.Instant;

/**
 * A job that was done. Immutable.
 *
 * @param ready when it might have begun: submitted, and done whatever it waits for
 * @param began not before it was ready
 * @param ended not before it began
 */
public record Finished(Job job, WorkerId worker, Instant ready, Instant began, Instant ended) {
    public Finished {
        if (began.isBefore(ready) || ended.isBefore(began)) {
            throw new IllegalArgumentException("a job is ready, begins and ends, in this order");
        }
    }

    /** How long it had its worker. */
    public Duration took() {
        return Duration.between(began, ended);
    }
}
