package dev.bascule.app.orders;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be seen of a pool, and cancelled: by its coordinator everything, by a submitter its own runs. For one thread at a time. */
public interface PoolSight {

    List<WorkerStatus> workers() throws InterruptedException;

    RunList runs() throws InterruptedException;

    /**
     * Some of a run's jobs, in the order of their numbers.
     *
     * @param states of those that are wanted; none for all
     * @param from how many of these are left out at the beginning
     */
    RunPart part(String run, Set<JobState> states, int from, int count) throws InterruptedException;

    /** A job as it is now. */
    Optional<JobStatus> job(JobId id) throws InterruptedException;

    /** What becomes of a job that waits; empty where it does not. */
    Optional<Prospect> explain(JobId job) throws InterruptedException;

    /** Cancels those of a run's jobs that are not over. */
    void cancel(String run) throws InterruptedException;

    /** A coordinator of this process, which sees everything. */
    static PoolSight of(Coordinator coordinator) {
        return new PoolSight() {
            @Override
            public List<WorkerStatus> workers() {
                return coordinator.workers();
            }

            @Override
            public RunList runs() {
                return coordinator.runs();
            }

            @Override
            public RunPart part(String run, Set<JobState> states, int from, int count) {
                return coordinator.part(run, states, from, count);
            }

            @Override
            public Optional<JobStatus> job(JobId id) {
                return coordinator.job(id);
            }

            @Override
            public Optional<Prospect> explain(JobId job) {
                return coordinator.explain(job);
            }

            @Override
            public void cancel(String run) {
                coordinator.cancel(run);
            }
        };
    }
}
