package dev.bascule.workers.job;

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
}
