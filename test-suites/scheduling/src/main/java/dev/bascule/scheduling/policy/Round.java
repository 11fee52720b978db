package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Instant;
import java.util.List;

/**
 * What a policy knows when it places jobs. Immutable.
 *
 * @param now the time, real or simulated
 * @param waiting jobs that may begin, in the order in which they came
 * @param later jobs that may not begin yet, since jobs that they name in {@code after} are not done; for ranks alone
 * @param workers all of the pool, in the order of their ids
 */
public record Round(Instant now, List<Job> waiting, List<Job> later, List<WorkerView> workers, ServiceTimes times) {
    public Round {
        waiting = List.copyOf(waiting);
        later = List.copyOf(later);
        workers = List.copyOf(workers);
    }

    /** Where no job waits for another. */
    public Round(Instant now, List<Job> waiting, List<WorkerView> workers, ServiceTimes times) {
        this(now, waiting, List.of(), workers, times);
    }
}
