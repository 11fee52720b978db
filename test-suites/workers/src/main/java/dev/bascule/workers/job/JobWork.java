package dev.bascule.workers.job;

import java.util.function.Consumer;

/** Does jobs on this machine; what a worker hands its orders to. Called from one thread at a time. */
@FunctionalInterface
public interface JobWork {

    /**
     * Does one.
     *
     * @param talk is told in a few words what is being done
     * @throws InterruptedException where the job was cancelled or the worker stops: everything it started has ended
     */
    JobEnd run(JobOrder order, BlobFolder blobs, Consumer<String> talk) throws InterruptedException;
}
