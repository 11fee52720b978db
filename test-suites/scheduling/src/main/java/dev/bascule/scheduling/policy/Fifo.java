package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.List;

/**
 * Each idle worker takes the oldest job that it can do, as consumers with a selector do at a broker: one job after the other
 * goes to the first idle worker that can do it.
 */
public final class Fifo implements Policy {
    @Override
    public String name() {
        return "fifo";
    }

    @Override
    public List<Placement> place(Round round) {
        List<WorkerView> idle = Possible.idle(round);
        List<Placement> placed = new ArrayList<>();
        for (Job job : round.waiting()) {
            if (idle.isEmpty()) {
                break;
            }
            for (WorkerView worker : idle) {
                if (Possible.is(round, job, worker)) {
                    placed.add(new Placement(job.id(), worker.id(), "the oldest job that this idle worker can do"));
                    idle.remove(worker);
                    break;
                }
            }
        }
        return placed;
    }
}
