package dev.bascule.workers.job;

import java.util.Set;

/** Does jobs on this machine; what a worker hands its orders to. Called from one thread at a time. */
@FunctionalInterface
public interface JobWork {

    /**
     * Does one.
     *
     * @param talk is told in a few words what is being done, and while it waits for others on this machine
     * @throws InterruptedException where the job was cancelled or the worker stops: everything it started has ended
     */
    JobEnd run(JobOrder order, BlobFolder blobs, JobTalk talk) throws InterruptedException;

    /** What is kept for the next job, in the words of {@link JobRequest#warmth}. Thread-safe, and soon answered. */
    default Set<String> warm() {
        return Set.of();
    }
}
