package dev.bascule.workers.job;

import dev.bascule.scheduling.job.JobId;
import java.time.Duration;
import java.util.List;

/**
 * What a worker is to do. Immutable.
 *
 * @param attempt which try of the job it is, from 1
 * @param payload JSON of the kind; the worker reads it strictly, and believes nothing in it
 * @param blobs the only files that it may read; it names none by path
 * @param timed whether it is measured
 * @param limit after which the worker gives up
 */
public record JobOrder(
        JobId id, int attempt, JobKind kind, String payload, List<Blob> blobs, boolean timed, Duration limit) {
    public JobOrder {
        blobs = List.copyOf(blobs);
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts count from 1");
        }
    }
}
