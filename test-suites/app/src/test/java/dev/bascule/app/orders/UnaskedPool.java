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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A pool that is asked nothing but what a test has it answer. */
abstract class UnaskedPool implements JobPool {
    @Override
    public void submit(List<JobRequest> jobs, Map<String, Path> files) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<JobStatus> job(JobId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void cancel(String run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<WorkerStatus> workers() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void follow(String run, PoolClient.Follower follower) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<JobStatus> jobs(String run) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunList runs() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunPart part(String run, Set<JobState> states, int from, int count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Prospect> explain(JobId id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
