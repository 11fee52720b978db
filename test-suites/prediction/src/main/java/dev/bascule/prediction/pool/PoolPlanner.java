package dev.bascule.prediction.pool;

import dev.bascule.prediction.pool.PoolResult.Infeasible;
import dev.bascule.prediction.pool.PoolResult.Next;
import dev.bascule.prediction.pool.PoolResult.Planned;
import dev.bascule.prediction.pool.PoolResult.Why;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Plans a pool: of all plans that keep the limits one whose devices are busy least, added up over devices in shares of each, and
 * among those one of fewest replicas; or says which limit stands in the way, and by how much. Every plan is held against its task
 * by {@link PlanCheck} before anybody sees it. Belongs to one thread; used once.
 */
public final class PoolPlanner {
    private static final int WHOLE = 100;

    private final PoolTask task;
    private final LongSupplier nanos;
    /** Whether each search for what would do came to its end. */
    private boolean complete = true;

    private PoolPlanner(PoolTask task, LongSupplier nanos) {
        this.task = task;
        this.nanos = nanos;
    }

    /** @throws IllegalStateException of a plan that breaks its limits, which would be a fault of the program */
    public static PoolResult plan(PoolTask task) {
        return plan(task, System::nanoTime);
    }

    /** @param nanos a clock of which only differences count */
    static PoolResult plan(PoolTask task, LongSupplier nanos) {
        return new PoolPlanner(task, nanos).result();
    }

    private PoolResult result() {
        List<PoolModel> unknown = task.withoutOption();
        if (!unknown.isEmpty()) {
            return new PoolResult.Unknown(unknown);
        }
        Searched<PoolPlan> searched = checked(task);
        if (searched.isUndecided()) {
            return new PoolResult.Undecided();
        }
        return searched.found()
                .<PoolResult>map(plan -> new Planned(
                        plan,
                        task.models().stream().map(model -> why(plan, model)).toList()))
                .orElseGet(this::infeasible);
    }

    private Searched<PoolPlan> checked(PoolTask of) {
        Searched<PoolPlan> plan = PoolProgram.plan(of, nanos);
        plan.found().map(found -> PlanCheck.faults(of, found)).ifPresent(faults -> {
            if (!faults.isEmpty()) {
                throw new IllegalStateException("the plan breaks its limits: " + String.join("; ", faults));
            }
        });
        return plan;
    }

    private Why why(PoolPlan plan, PoolModel model) {
        List<ReplicaOption> used =
                plan.of(model.name()).stream().map(Placement::option).toList();
        Searched<PoolPlan> next = checked(task.only(option -> !used.contains(option)));
        return new Why(
                model.name(),
                next.found()
                        .map(other -> new Next(
                                other.of(model.name()),
                                Math.max(0, other.load(task.devices()) - plan.load(task.devices())),
                                other.replicas() - plan.replicas())),
                next.found().map(PoolPlan::proven).orElse(!next.isUndecided()));
    }

    private Infeasible infeasible() {
        List<Shortage> shortages = shortages();
        Searched<Branching.Best> servable = PoolProgram.servable(task, nanos);
        complete &= servable.found().map(Branching.Best::proven).orElse(!servable.isUndecided());
        return new Infeasible(
                shortages,
                servable.isUndecided()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                servable.found().map(Branching.Best::value).orElse(0.0)),
                complete);
    }

    private List<Shortage> shortages() {
        List<Shortage> shortages = new ArrayList<>();
        seen(PoolProgram.lack(task, nanos))
                .filter(lacks -> !lacks.isEmpty())
                .ifPresent(lacks -> shortages.add(new Shortage.Memory(lacks)));
        load().ifPresent(shortages::add);
        deadline().ifPresent(shortages::add);
        if (task.limits().replicas().isPresent()) {
            seen(PoolProgram.plan(task.withReplicas(OptionalInt.empty()), nanos))
                    .ifPresent(plan -> shortages.add(new Shortage.Replicas(most(plan))));
        }
        return shortages;
    }

    private <T> Optional<T> seen(Searched<T> searched) {
        complete &= !searched.isUndecided();
        return searched.found();
    }

    private int most(PoolPlan plan) {
        return task.models().stream()
                .mapToInt(model -> plan.of(model.name()).stream()
                        .mapToInt(Placement::replicas)
                        .sum())
                .max()
                .orElse(0);
    }

    /** The least load, in whole percent, above the one that was asked for. */
    private Optional<Shortage> load() {
        int asked = (int) Math.floor(WHOLE * task.limits().load() + 1e-9);
        return first(WHOLE - asked, step -> task.withLoad((asked + 1 + step) / (double) WHOLE))
                .map(step -> new Shortage.Load((asked + 1 + step) / (double) WHOLE));
    }

    /** The shortest deadline among the times of those that were late. */
    private Optional<Shortage> deadline() {
        List<Duration> later = task.late().stream()
                .map(each -> Duration.ofNanos((long) Math.ceil(1e6 * each.time().worstMillis())))
                .distinct()
                .sorted()
                .toList();
        return first(later.size(), step -> task.withDeadline(later.get(step)))
                .map(step -> new Shortage.Deadline(later.get(step)));
    }

    /** The first step that leaves a plan, where every later one leaves one, too; one that was not found in time lacks one. */
    private Optional<Integer> first(int steps, IntFunction<PoolTask> of) {
        int lacks = -1;
        int does = steps;
        while (does - lacks > 1) {
            int middle = lacks + (does - lacks) / 2;
            if (seen(PoolProgram.plan(of.apply(middle), nanos)).isPresent()) {
                does = middle;
            } else {
                lacks = middle;
            }
        }
        return does == steps ? Optional.empty() : Optional.of(does);
    }
}
