package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.List;

/** What can be placed at all in one round. Stateless. */
final class Possible {
    private Possible() {}

    /** Whether this job can be done there: its requirement is met, and nothing says that it cannot run. */
    static boolean is(Round round, Job job, WorkerView worker) {
        return job.where().metBy(worker.inventory())
                && !(round.times().of(job, worker) instanceof ServiceTime.Impossible);
    }

    /** Idle workers, in the order of their ids, in a list that may be changed. */
    static List<WorkerView> idle(Round round) {
        List<WorkerView> idle = new ArrayList<>();
        for (WorkerView worker : round.workers()) {
            if (worker.isIdle()) {
                idle.add(worker);
            }
        }
        return idle;
    }
}
