package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.simulate.model.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** When the jobs of a workload come with a seed, so that a real run can be given the same ones. Stateless. */
public final class ArrivalTimes {
    private ArrivalTimes() {}

    /** Of each stream, in the order of the workload, the times of its jobs from the beginning, in the order in which they come. */
    public static List<List<Duration>> of(Workload workload, long seed) {
        List<List<Duration>> all = new ArrayList<>();
        for (int i = 0; i < workload.streams().size(); i++) {
            Clock clock = new Clock();
            Line line = new Line(workload.streams().get(i), i, seed, Set.of(), clock, () -> {});
            line.begin();
            while (!clock.isEmpty()) {
                clock.step();
            }
            all.add(line.first(Integer.MAX_VALUE).stream()
                    .map(job -> Duration.ofNanos(job.submitted()))
                    .toList());
        }
        return all;
    }
}
