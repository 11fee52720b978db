package dev.bascule.app.orders;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A coordinator with its workers, as a submitter sees it. For one thread at a time. */
public interface JobPool extends PoolSight, AutoCloseable {

    /** All of them or none; see {@link PoolClient#submit}. */
    void submit(List<JobRequest> jobs, Map<String, Path> files) throws InterruptedException;

    /** Until each job of the run is over. */
    void follow(String run, PoolClient.Follower follower) throws InterruptedException;

    /** A run's jobs as they are now, in the order of their numbers. */
    List<JobStatus> jobs(String run) throws InterruptedException;

    /** Tells an attempt something, and brings what it says to that; see {@link PoolClient#tell}. */
    default byte[] tell(AttemptKey key, long number, byte[] frame, Duration within) throws InterruptedException {
        throw new UnsupportedOperationException("nobody talks to jobs here");
    }

    /** Has an attempt that it talks to know that it is there; see {@link PoolClient#keep}. */
    default void keep(AttemptKey key, Duration within) throws InterruptedException {
        throw new UnsupportedOperationException("nobody talks to jobs here");
    }

    @Override
    void close();

    /** By this client, which is closed with it. */
    static JobPool of(PoolClient client) {
        return new JobPool() {
            @Override
            public List<WorkerStatus> workers() throws InterruptedException {
                return client.workers();
            }

            @Override
            public RunList runs() throws InterruptedException {
                return client.runs();
            }

            @Override
            public RunPart part(String run, Set<JobState> states, int from, int count) throws InterruptedException {
                return client.part(run, states, from, count);
            }

            @Override
            public Optional<JobStatus> job(JobId id) throws InterruptedException {
                return client.job(id);
            }

            @Override
            public void submit(List<JobRequest> jobs, Map<String, Path> files) throws InterruptedException {
                client.submit(jobs, files);
            }

            @Override
            public void follow(String run, PoolClient.Follower follower) throws InterruptedException {
                client.follow(run, follower);
            }

            @Override
            public void cancel(String run) throws InterruptedException {
                client.cancel(run);
            }

            @Override
            public List<JobStatus> jobs(String run) throws InterruptedException {
                return client.jobs(run);
            }

            @Override
            public Optional<Prospect> explain(JobId job) throws InterruptedException {
                return client.explain(job);
            }

            @Override
            public byte[] tell(AttemptKey key, long number, byte[] frame, Duration within) throws InterruptedException {
                return client.tell(key, number, frame, within);
            }

            @Override
            public void keep(AttemptKey key, Duration within) throws InterruptedException {
                client.keep(key, within);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
