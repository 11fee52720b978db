package dev.bascule.bridge.dashboard.queue;

import dev.bascule.bridge.dashboard.queue.PoolFacts.JobStanding;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Outlook;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolJob;
import dev.bascule.bridge.dashboard.queue.PoolFacts.PoolRun;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Standing;
import dev.bascule.bridge.dashboard.queue.PoolFacts.Worker;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the dashboard needs of the floor above to show a pool of workers: whatever a coordinator knows, and nothing else. Each but
 * {@link #standing}, {@link #workers} and {@link #runs} may ask the coordinator, and throws {@code BasculeException} where that does
 * not answer within a few seconds. Thread-safe.
 */
public interface WorkerPool {

    /** Whether there is a pool, and whether its coordinator answers. */
    Standing standing();

    /** All that ever were invited, as they were when the coordinator answered last. */
    List<Worker> workers();

    /** Runs, likewise. */
    Runs runs();

    /**
     * Runs that are shown.
     *
     * @param newest the newest first
     * @param total how many there are
     */
    record Runs(List<PoolRun> newest, int total) {
        public Runs {
            newest = List.copyOf(newest);
        }
    }

    /** A run that is shown, also where it came just now. */
    Optional<PoolRun> run(String id);

    /**
     * Some of a run's jobs, in the order of their numbers.
     *
     * @param jobs those that were asked for
     * @param total of those that stand so, the others with them
     */
    record Part(List<PoolJob> jobs, int total) {
        public Part {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * Some of a run's jobs; none where no such run is shown.
     *
     * @param states where they stand; empty for all
     * @param from how many of these are left out at the beginning
     */
    Part jobs(String run, Set<JobStanding> states, int from, int count);

    /** A job; empty where it is not shown. */
    Optional<PoolJob> job(String run, int number);

    /** What becomes of a job that waits; empty where it does not. */
    Optional<Outlook> outlook(PoolJob job);

    /** Cancels those of a run's jobs that are not over. */
    void cancel(String run);

    /** Is run whenever workers or runs are others than before, on a thread of the pool's; must return at once. */
    void listen(Runnable changed);

    /** There is none. */
    static WorkerPool none() {
        return new NoPool();
    }
}
