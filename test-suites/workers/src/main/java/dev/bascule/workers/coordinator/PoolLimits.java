package dev.bascule.workers.coordinator;

import dev.bascule.workers.job.JobFrames;
import java.time.Duration;

/**
 * How much a coordinator takes, and how long it waits. Immutable.
 *
 * @param jobs that are not over, at most
 * @param payloadBytes of one job's payload
 * @param ownerBytes of what one submitter's jobs that are not over ask for, all together, as JSON
 * @param blobBytes of one blob
 * @param folderBytes of all blobs and results together: half of it for either
 * @param resultBytes of one result; no more jobs are under way than there is room for results of that size
 * @param frameBytes of what an attempt is told at a time, and of what it says to that
 * @param lostAfter a worker that was not heard of for so long is lost
 * @param lostWorkers after so many lost workers a job has failed
 */
public record PoolLimits(
        int jobs,
        int payloadBytes,
        long ownerBytes,
        long blobBytes,
        long folderBytes,
        long resultBytes,
        long frameBytes,
        Duration lostAfter,
        int lostWorkers) {
    public static final PoolLimits USUAL =
            new PoolLimits(200_000, 1 << 20, 256L << 20, 16L << 30, 64L << 30, 256L << 20, Duration.ofSeconds(30), 3);

    /** With frames as long as any may be. */
    public PoolLimits(
            int jobs,
            int payloadBytes,
            long ownerBytes,
            long blobBytes,
            long folderBytes,
            long resultBytes,
            Duration lostAfter,
            int lostWorkers) {
        this(
                jobs,
                payloadBytes,
                ownerBytes,
                blobBytes,
                folderBytes,
                resultBytes,
                JobFrames.LONGEST,
                lostAfter,
                lostWorkers);
    }

    /** With another patience for workers that are silent. */
    public PoolLimits lostAfter(Duration silence) {
        return new PoolLimits(
                jobs, payloadBytes, ownerBytes, blobBytes, folderBytes, resultBytes, frameBytes, silence, lostWorkers);
    }

    /** With another length of frames. */
    public PoolLimits frameBytes(long longest) {
        return new PoolLimits(
                jobs, payloadBytes, ownerBytes, blobBytes, folderBytes, resultBytes, longest, lostAfter, lostWorkers);
    }
}
