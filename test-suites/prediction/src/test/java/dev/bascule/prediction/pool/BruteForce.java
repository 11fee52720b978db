package dev.bascule.prediction.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tries every way to divide each model's requests over its options in steps of a twelfth, with as few replicas as these
 * shares take. Knows nothing of the program.
 */
final class BruteForce {
    private static final int STEPS = 12;

    private BruteForce() {}

    /** A plan of least load, and among those of fewest replicas; empty where no division keeps the limits. */
    static Optional<PoolPlan> plan(PoolTask task) {
        List<List<Placement>> ways = List.of(List.of());
        for (PoolModel model : task.models()) {
            List<List<Placement>> more = new ArrayList<>();
            for (List<Placement> before : ways) {
                for (List<Placement> own : divisions(task, model)) {
                    List<Placement> both = new ArrayList<>(before);
                    both.addAll(own);
                    more.add(both);
                }
            }
            ways = more;
        }
        Optional<PoolPlan> best = Optional.empty();
        for (List<Placement> way : ways) {
            PoolPlan plan = new PoolPlan(way, true);
            if ((best.isEmpty() || better(task, plan, best.get()))
                    && PlanCheck.faults(task, plan).isEmpty()) {
                best = Optional.of(plan);
            }
        }
        return best;
    }

    private static boolean better(PoolTask task, PoolPlan one, PoolPlan other) {
        double less = other.load(task.devices()) - one.load(task.devices());
        return Math.abs(less) > 1e-9 ? less > 0 : one.replicas() < other.replicas();
    }

    private static List<List<Placement>> divisions(PoolTask task, PoolModel model) {
        List<ReplicaOption> own = task.options().stream()
                .filter(each -> each.model().equals(model.name()))
                .toList();
        List<List<Placement>> divisions = new ArrayList<>();
        divide(task, model, own, 0, STEPS, List.of(), divisions);
        return divisions;
    }

    private static void divide(
            PoolTask task,
            PoolModel model,
            List<ReplicaOption> own,
            int at,
            int left,
            List<Placement> so,
            List<List<Placement>> divisions) {
        if (at == own.size()) {
            if (left == 0) {
                divisions.add(so);
            }
            return;
        }
        for (int steps = 0; steps <= left; steps++) {
            List<Placement> more = new ArrayList<>(so);
            if (steps > 0) {
                double share = steps / (double) STEPS;
                double busy = own.get(at).busy(model.rate() * share);
                more.add(new Placement(
                        own.get(at),
                        Math.max(1, (int) Math.ceil(busy / task.limits().load() - 1e-9)),
                        share,
                        share * model.rate()));
            }
            divide(task, model, own, at + 1, left - steps, more, divisions);
        }
    }
}
