package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.HardwareClass;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Plans all waiting jobs over all workers, busy ones too, by the times that are known, and begins what is next on an idle one. So a
 * job waits for a much better worker that will soon be free, and an idle worker is left alone where the others are done sooner without it.
 * {@link Planning} says how; {@link Patience} sees to it that no job waits for ever, whatever is predicted.
 */
public final class Assignment implements Policy {
    private final AssignmentSettings settings;
    private final FairOrder fair = new FairOrder();
    private final Patience patience;
    private final Map<Cell, Integer> taught = Remembered.map();
    private Map<JobId, WorkerId> former = Map.of();

    private record Cell(String kind, HardwareClass hardware) {}

    public Assignment(AssignmentSettings settings) {
        this.settings = settings;
        this.patience = new Patience(settings);
    }

    @Override
    public String name() {
        return "assignment";
    }

    @Override
    public List<Placement> place(Round round) {
        Costs costs = costs(round);
        patience.see(round, costs, fair);
        Plan plan = planned(round, costs);
        former = plan.turns().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, turn -> turn.getValue().worker()));
        remember(round, plan, costs);
        return plan.placements();
    }

    @Override
    public Optional<Plan> plan(Round round) {
        return Optional.of(planned(round, costs(round)));
    }

    private Costs costs(Round round) {
        return new Costs(round, settings, (kind, hardware) -> taught.getOrDefault(new Cell(kind, hardware), 0));
    }

    private Plan planned(Round round, Costs costs) {
        return new Planning(round, settings, costs, fair, patience.over(round.now()), former).plan();
    }

    private void remember(Round round, Plan plan, Costs costs) {
        Map<WorkerId, WorkerView> workers =
                round.workers().stream().collect(Collectors.toMap(WorkerView::id, Function.identity()));
        List<Job> begun = new ArrayList<>();
        for (Placement placement : plan.placements()) {
            plan.turn(placement.job()).map(Plan.Turn::job).ifPresent(job -> {
                begun.add(job);
                Optional.ofNullable(workers.get(placement.worker()))
                        .filter(worker -> round.times().of(job, worker) instanceof ServiceTime.Unknown)
                        .ifPresent(worker -> taught.merge(
                                new Cell(job.kind(), worker.inventory().hardwareClass()), 1, Integer::sum));
            });
        }
        fair.began(round.waiting(), begun, costs);
    }
}
