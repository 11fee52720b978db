package dev.bascule.prediction.pool;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds a plan against its task, by the limits alone and without the program that made it. Stateless.
 */
public final class PlanCheck {
    /** Of shares and loads; what a solver in floating point is off by. */
    private static final double SLACK = 1e-6;

    private PlanCheck() {}

    /** What is wrong with it, in words; nothing of a plan that keeps every limit. */
    public static List<String> faults(PoolTask task, PoolPlan plan) {
        List<String> faults = new ArrayList<>();
        plan.placements().forEach(each -> ofPlacement(task, each, faults));
        for (PoolModel model : task.models()) {
            double share = 0;
            double rate = 0;
            int replicas = 0;
            for (Placement each : plan.of(model.name())) {
                share += each.share();
                rate += each.rate();
                replicas += each.replicas();
            }
            if (Math.abs(share - 1) > SLACK || Math.abs(rate - model.rate()) > SLACK * model.rate()) {
                faults.add("%s is served at %s of %s requests/s".formatted(model.name(), rate, model.rate()));
            }
            if (task.limits().replicas().isPresent()
                    && replicas > task.limits().replicas().getAsInt()) {
                faults.add("%s has %d replicas".formatted(model.name(), replicas));
            }
        }
        for (PoolDevice device : task.devices()) {
            double busy = 0;
            long bytes = 0;
            for (Placement each : plan.placements()) {
                if (device.id().equals(PoolDevices.CPU)) {
                    busy += each.rate()
                            * each.option()
                                    .overhead()
                                    .map(RequestOverhead::processorMillis)
                                    .orElse(0.0)
                            / 1000;
                }
                if (each.option().device().equals(device.id())) {
                    busy += each.rate()
                            * each.option().time().plannedMillis()
                            / 1000
                            * each.option().width();
                    bytes += (long) each.replicas() * each.option().memory().deviceBytes();
                }
            }
            if (busy / device.capacity() > task.limits().load() + SLACK) {
                faults.add("%s is busy for %.4f of its time".formatted(device.id(), busy / device.capacity()));
            }
            if (device.room().isPresent() && bytes > device.room().get().bytes()) {
                faults.add("%s has no room for %d bytes".formatted(device.id(), bytes));
            }
        }
        long host = 0;
        for (Placement each : plan.placements()) {
            host += (long) each.replicas() * each.option().memory().hostBytes();
        }
        if (task.host().isPresent() && host > task.host().get().bytes()) {
            faults.add("the host has no room for %d bytes".formatted(host));
        }
        return faults;
    }

    private static void ofPlacement(PoolTask task, Placement each, List<String> faults) {
        ReplicaOption option = each.option();
        String where = "%s on %s".formatted(option.model(), option.target());
        if (!task.options().contains(option)) {
            faults.add(where + " is no option");
        }
        if (task.limits().deadline().isPresent()
                && option.time().worstMillis() > task.limits().deadline().get().toNanos() / 1e6) {
            faults.add(where + " is late");
        }
        if (each.replicas() < 1 || !(each.share() > 0)) {
            faults.add(where + " has no replicas or no requests");
            return;
        }
        double ways = option.overhead().map(RequestOverhead::millis).orElse(0.0);
        double busy = each.rate() * (option.time().plannedMillis() + ways) / 1000 / each.replicas();
        if (busy > task.limits().load() + SLACK) {
            faults.add("%s is busy for %.4f of its time".formatted(where, busy));
        }
    }
}
