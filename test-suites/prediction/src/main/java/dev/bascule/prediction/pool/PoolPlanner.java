package dev.bascule.prediction.pool;

import dev.bascule.prediction.pool.PoolResult.Infeasible;
import dev.bascule.prediction.pool.PoolResult.Next;
import dev.bascule.prediction.pool.PoolResult.Planned;
import dev.bascule.prediction.pool.PoolResult.Why;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * Plans a pool: of all plans that keep the limits one whose devices are busy least, added up over devices in shares of each, and
 * among those one of fewest replicas; or says which limit stands in the way, and by how much. Every plan is held against its task
 * by {@link PlanCheck} before anybody sees it. Stateless.
 */
public final class PoolPlanner {
    private static final int WHOLE = 100;

    private PoolPlanner() {}

    /** @throws IllegalStateException of a plan that breaks its limits, which would be a fault of the program */
    public static PoolResult plan(PoolTask task) {
        List<PoolModel> unknown = task.withoutOption();
        if (!unknown.isEmpty()) {
            return new PoolResult.Unknown(unknown);
        }
        Optional<PoolPlan> plan = checked(task);
        return plan.isPresent()
                ? new Planned(
                        plan.get(),
                        task.models().stream()
                                .map(model -> why(task, plan.get(), model))
                                .toList())
                : new Infeasible(shortages(task), PoolProgram.servable(task));
    }

    private static Optional<PoolPlan> checked(PoolTask task) {
        Optional<PoolPlan> plan = PoolProgram.plan(task);
        plan.map(found -> PlanCheck.faults(task, found)).ifPresent(faults -> {
            if (!faults.isEmpty()) {
                throw new IllegalStateException("the plan breaks its limits: " + String.join("; ", faults));
            }
        });
        return plan;
    }

    private static Why why(PoolTask task, PoolPlan plan, PoolModel model) {
        List<ReplicaOption> used =
                plan.of(model.name()).stream().map(Placement::option).toList();
        return new Why(
                model.name(),
                checked(task.only(option -> !used.contains(option)))
                        .map(other -> new Next(
                                other.of(model.name()),
                                Math.max(0, other.load(task.devices()) - plan.load(task.devices())),
                                other.replicas() - plan.replicas())));
    }

    private static List<Shortage> shortages(PoolTask task) {
        List<Shortage> shortages = new ArrayList<>();
        PoolProgram.lack(task)
                .filter(lacks -> !lacks.isEmpty())
                .ifPresent(lacks -> shortages.add(new Shortage.Memory(lacks)));
        load(task).ifPresent(shortages::add);
        deadline(task).ifPresent(shortages::add);
        if (task.limits().replicas().isPresent()) {
            PoolProgram.plan(task.withReplicas(OptionalInt.empty()))
                    .ifPresent(plan -> shortages.add(new Shortage.Replicas(most(task, plan))));
        }
        return shortages;
    }

    private static int most(PoolTask task, PoolPlan plan) {
        return task.models().stream()
                .mapToInt(model -> plan.of(model.name()).stream()
                        .mapToInt(Placement::replicas)
                        .sum())
                .max()
                .orElse(0);
    }

    /** The least load, in whole percent, above the one that was asked for. */
    private static Optional<Shortage> load(PoolTask task) {
        int asked = (int) Math.floor(WHOLE * task.limits().load() + 1e-9);
        return first(WHOLE - asked, step -> task.withLoad((asked + 1 + step) / (double) WHOLE))
                .map(step -> new Shortage.Load((asked + 1 + step) / (double) WHOLE));
    }

    /** The shortest deadline among the times of those that were late. */
    private static Optional<Shortage> deadline(PoolTask task) {
        List<Duration> later = task.late().stream()
                .map(each -> Duration.ofNanos((long) Math.ceil(1e6 * each.time().worstMillis())))
                .distinct()
                .sorted()
                .toList();
        return first(later.size(), step -> task.withDeadline(later.get(step)))
                .map(step -> new Shortage.Deadline(later.get(step)));
    }

    /** The first step that leaves a plan, where every later one leaves one, too. */
    private static Optional<Integer> first(int steps, IntFunction<PoolTask> task) {
        int lacks = -1;
        int does = steps;
        while (does - lacks > 1) {
            int middle = lacks + (does - lacks) / 2;
            if (PoolProgram.plan(task.apply(middle)).isPresent()) {
                does = middle;
            } else {
                lacks = middle;
            }
        }
        return does == steps ? Optional.empty() : Optional.of(does);
    }
}
