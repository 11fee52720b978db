package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Each job, the oldest first, goes to any idle worker that can do it. */
public final class RandomChoice implements Policy {
    private final RandomGenerator random;

    public RandomChoice(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public String name() {
        return "random";
    }

    @Override
    public List<Placement> place(Round round) {
        List<WorkerView> idle = Possible.idle(round);
        List<Placement> placed = new ArrayList<>();
        for (Job job : round.waiting()) {
            if (idle.isEmpty()) {
                break;
            }
            List<WorkerView> can = idle.stream()
                    .filter(worker -> Possible.is(round, job, worker))
                    .toList();
            if (!can.isEmpty()) {
                WorkerView worker = can.get(random.nextInt(can.size()));
                idle.remove(worker);
                placed.add(new Placement(
                        job.id(), worker.id(), "drawn from %d idle workers that can do it".formatted(can.size())));
            }
        }
        return placed;
    }
}
