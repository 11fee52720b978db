package dev.bascule.workers.client;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A submitter's way to a coordinator. Connects again by itself. For one thread at a time. */
public final class PoolClient implements AutoCloseable {
    private PoolClient() {}

    /**
     * @param talk is told in a sentence what happens
     * @throws dev.bascule.fallback.error.BasculeException where the coordinator cannot be reached, shows another
     *     certificate, or refuses the token or this version
     */
    public static PoolClient connect(JoinAddress address, Consumer<String> talk) {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Submits all of them or none. The same jobs again change nothing, so that who does not know whether it got through asks again.
     *
     * @param files by SHA-256, each blob that a job names; those that the coordinator has already are not sent
     */
    public void submit(List<JobRequest> jobs, Map<String, Path> files) throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    /** What is followed. Called by the thread that follows. */
    public interface Follower {
        /** A job's state changed, or that of one of its attempts, or why it waits. */
        void changed(JobStatus job);

        /**
         * A job is done: told once, after {@link #changed}.
         *
         * @param document what the worker sent ({@code JobEnd.Done})
         */
        void done(JobStatus job, byte[] document);
    }

    /** Follows a run's jobs until each is over. */
    public void follow(String run, Follower follower) throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    /** All jobs of a run as they are now, in the order of their numbers. */
    public List<JobStatus> jobs(String run) throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    /** The document of a job that is done. */
    public byte[] result(JobId job) throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    /** Cancels those of a run's jobs that are not over. */
    public void cancel(String run) throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    public List<WorkerStatus> workers() throws InterruptedException {
        throw new UnsupportedOperationException("not yet");
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("not yet");
    }
}
