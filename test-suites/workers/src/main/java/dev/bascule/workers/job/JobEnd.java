package dev.bascule.workers.job;

import dev.bascule.fallback.error.Failure;

/** What came of a job on a worker. */
public sealed interface JobEnd {

    /**
     * It was done.
     *
     * @param document the run's record as run.json, compressed by gzip; what failed in it is in it
     */
    record Done(byte[] document) implements JobEnd {}

    /** It could not be done here, for a reason of this machine or of the order. */
    record Failed(Failure failure) implements JobEnd {}
}
