package dev.bascule.workers.coordinator;

import dev.bascule.reports.history.History;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.WorkerStatus;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Holds broker, ledger and blobs, and places jobs. Thread-safe. */
public final class Coordinator implements AutoCloseable {
    private Coordinator() {}

    /**
     * Starts one, and takes up what the ledger and the folder hold of a former one.
     *
     * @param history open already, and closed by whoever opened it, after this
     */
    public static Coordinator start(
            CoordinatorSettings settings, History history, Policy policy, ServiceTimes times, Clock clock) {
        throw new UnsupportedOperationException("not yet");
    }

    /** The port that it listens on. */
    public int port() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * Issues a token. Only its hash is kept: it cannot be shown again.
     *
     * @param name part of the id, for people: letters, digits and hyphens
     */
    public JoinAddress invite(String name, Role role) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Takes a token back and cuts its connections; a worker's job goes elsewhere. Whether there was one. */
    public boolean revoke(String id) {
        throw new UnsupportedOperationException("not yet");
    }

    /** All that ever were invited, in the order of their ids. */
    public List<WorkerStatus> workers() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Jobs that are not over, in the order in which they came, then those of the newest runs that are. */
    public List<JobStatus> jobs() {
        throw new UnsupportedOperationException("not yet");
    }

    public Optional<JobStatus> job(JobId id) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Stops; jobs stay in the ledger, and workers wait for the next start. */
    @Override
    public void close() {
        throw new UnsupportedOperationException("not yet");
    }
}
