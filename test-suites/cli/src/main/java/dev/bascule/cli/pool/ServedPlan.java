package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolLimits;
import dev.bascule.prediction.pool.PoolPlan;
import dev.bascule.prediction.pool.PoolPlanner;
import dev.bascule.prediction.pool.PoolResult;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.prediction.pool.Shortage;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The plan that is served.
 *
 * @param evicts whether not all of it fits into the memory at once, so that replicas come and go
 */
record ServedPlan(PoolPlan plan, boolean evicts) {

    /** Empty where no plan would do even if replicas came and went. */
    static Optional<ServedPlan> of(FoundPool found, boolean lowMemory) {
        PoolTask task = found.task();
        if (lowMemory) {
            return planned(withoutHost(
                            task,
                            new PoolLimits(task.limits().load(), task.limits().deadline(), OptionalInt.of(1))))
                    .map(plan -> new ServedPlan(plan, true));
        }
        PoolResult result = PoolPlanner.plan(task);
        if (result instanceof PoolResult.Planned planned) {
            return Optional.of(new ServedPlan(planned.plan(), false));
        }
        return result instanceof PoolResult.Infeasible none
                        && none.shortages().stream().anyMatch(Shortage.Memory.class::isInstance)
                ? planned(withoutHost(task, task.limits())).map(plan -> new ServedPlan(plan, true))
                : Optional.empty();
    }

    /** The same placements with what is known of their options there, which may break limits: whoever serves it sees by how much. */
    ServedPlan with(FoundPool learned) {
        return new ServedPlan(
                new PoolPlan(
                        plan.placements().stream()
                                .map(each -> new Placement(
                                        learned.task().options().stream()
                                                .filter(option -> option.isSamePlace(each.option()))
                                                .findFirst()
                                                .orElse(each.option()),
                                        each.replicas(),
                                        each.share(),
                                        each.rate()))
                                .toList(),
                        false),
                evicts);
    }

    private static Optional<PoolPlan> planned(PoolTask task) {
        return PoolPlanner.plan(task) instanceof PoolResult.Planned planned
                ? Optional.of(planned.plan())
                : Optional.empty();
    }

    private static PoolTask withoutHost(PoolTask task, PoolLimits limits) {
        return new PoolTask(task.models(), task.devices(), Optional.empty(), task.options(), limits);
    }
}
