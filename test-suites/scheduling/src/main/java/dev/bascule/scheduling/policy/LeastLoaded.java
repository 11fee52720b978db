package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Each job, the oldest first, goes to the idle worker that was given the fewest jobs so far, of those that can do it. */
public final class LeastLoaded implements Policy {
    private final Map<WorkerId, Long> given = Remembered.map();

    @Override
    public String name() {
        return "least-loaded";
    }

    @Override
    public List<Placement> place(Round round) {
        List<WorkerView> idle = Possible.idle(round);
        List<Placement> placed = new ArrayList<>();
        for (Job job : round.waiting()) {
            if (idle.isEmpty()) {
                break;
            }
            idle.stream()
                    .filter(worker -> Possible.is(round, job, worker))
                    .min(Comparator.comparingLong(worker -> given.getOrDefault(worker.id(), 0L)))
                    .ifPresent(worker -> {
                        idle.remove(worker);
                        long before = given.getOrDefault(worker.id(), 0L);
                        given.put(worker.id(), before + 1);
                        placed.add(new Placement(
                                job.id(),
                                worker.id(),
                                "the idle worker that was given the fewest jobs so far: %d".formatted(before)));
                    });
        }
        return placed;
    }
}
