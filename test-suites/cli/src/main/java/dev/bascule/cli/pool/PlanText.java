package dev.bascule.cli.pool;

import dev.bascule.cli.output.TextTable;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.prediction.pool.MemoryRoom;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolPlan;
import dev.bascule.prediction.pool.PoolResult;
import dev.bascule.prediction.pool.PoolTime;
import dev.bascule.prediction.pool.ReplicaOption;
import dev.bascule.prediction.pool.RequestOverhead;
import dev.bascule.prediction.pool.Shortage;
import dev.bascule.reports.format.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A plan for people. Stateless. */
final class PlanText {
    private PlanText() {}

    static String of(FoundPool found, PoolResult result) {
        StringBuilder text =
                new StringBuilder("Planned, not measured: %s, %s requests/s in all, nothing busier than %s%n"
                        .formatted(
                                Figures.counted(found.task().models().size(), "model"),
                                rate(found.task().models().stream()
                                        .mapToDouble(model -> model.rate())
                                        .sum()),
                                share(found.task().limits().load())));
        found.notes().forEach(note -> text.append(note).append('\n'));
        text.append('\n');
        if (result instanceof PoolResult.Planned planned) {
            planned(found, planned, text);
        } else if (result instanceof PoolResult.Infeasible none) {
            infeasible(none, text);
        } else if (result instanceof PoolResult.Undecided) {
            text.append("the time to plan was over: no plan was found, and none was ruled out; ask for fewer models or"
                    + " targets (--on)\n");
        } else if (result instanceof PoolResult.Unknown unknown) {
            unknown.models()
                    .forEach(model -> text.append("no plan: of %s no time or no memory is known on any target here%n"
                            .formatted(model.name())));
        }
        leftOut(found, text);
        return text.toString().stripTrailing();
    }

    private static void planned(FoundPool found, PoolResult.Planned planned, StringBuilder text) {
        PoolPlan plan = planned.plan();
        TextTable table = new TextTable(
                "MODEL",
                "TARGET",
                "DEVICE",
                "REPLICAS",
                "REQUESTS",
                "MEASURED",
                "PREDICTED AT MOST",
                "BESIDE IT",
                "LOAD",
                "MEMORY",
                "RESTS ON");
        for (Placement each : plan.placements()) {
            ReplicaOption option = each.option();
            table.row(
                    option.model(),
                    found.label(option.target()),
                    option.device(),
                    Integer.toString(each.replicas()),
                    rate(each.rate()) + "/s",
                    option.time() instanceof PoolTime.Measured time ? Figures.millis(time.millis()) : "-",
                    estimate(option.time()),
                    option.overhead().map(PlanText::beside).orElse("-"),
                    share(each.busyThreads() / capacity(found, option)),
                    memory(each),
                    basis(option));
        }
        text.append(table).append('\n').append(devices(found, plan));
        if (plan.placements().stream().anyMatch(each -> each.option().overhead().isEmpty())) {
            text.append(
                    "of a request computing alone is counted where nothing stands beside it: --measure measures the ways to"
                            + " the process and back\n");
        }
        if (!plan.proven()) {
            text.append("the time to plan was over: a better plan was not ruled out\n");
        }
        text.append("\nWhy\n");
        planned.reasons()
                .forEach(why -> text.append("  ").append(why(found, plan, why)).append('\n'));
        text.append("  of all plans within the limits one whose devices are busy least, added up, and of those one of"
                + " fewest replicas\n");
    }

    /** What was not measured here, as far as anybody knows. */
    private static String estimate(PoolTime time) {
        if (time instanceof PoolTime.Told told) {
            return Figures.millis(told.millis()) + " told";
        }
        return time instanceof PoolTime.Predicted predicted ? Figures.millis(predicted.atMostMillis()) : "-";
    }

    private static String beside(RequestOverhead overhead) {
        return "%s, %s of processors"
                .formatted(Figures.millis(overhead.millis()), Figures.millis(overhead.processorMillis()));
    }

    private static double capacity(FoundPool found, ReplicaOption option) {
        return found.task().devices().stream()
                .filter(device -> device.id().equals(option.device()))
                .mapToDouble(PoolDevice::capacity)
                .findFirst()
                .orElseThrow();
    }

    private static String memory(Placement each) {
        return (each.option().memory().measured() ? "" : "≤ ")
                + ByteSizes.text(each.hostBytes())
                + (each.deviceBytes() == 0 ? "" : " + ≥ %s there".formatted(ByteSizes.text(each.deviceBytes())));
    }

    private static String basis(ReplicaOption option) {
        boolean memory = option.memory().measured();
        if (option.time() instanceof PoolTime.Told) {
            return "time told by data, memory " + (memory ? "measured" : "predicted");
        }
        boolean time = option.time() instanceof PoolTime.Measured;
        if (time == memory) {
            return time ? "measured" : "predicted";
        }
        return time ? "time measured, memory predicted" : "time predicted, memory measured";
    }

    private static TextTable devices(FoundPool found, PoolPlan plan) {
        TextTable table = new TextTable("DEVICE", "LOAD", "AT MOST", "MEMORY", "OF", "");
        for (PoolDevice device : found.task().devices()) {
            table.row(
                    device.id(),
                    share(plan.load(device)),
                    share(found.task().limits().load()),
                    device.room()
                            .map(room -> ByteSizes.text(plan.deviceBytes(device)))
                            .orElse("-"),
                    device.room().map(PlanText::room).orElse("-"),
                    device.name());
        }
        return table.row(
                "host",
                "-",
                "-",
                ByteSizes.text(plan.hostBytes()),
                found.task().host().map(room -> ByteSizes.text(room.bytes())).orElse("not known"),
                found.task().host().map(MemoryRoom::source).orElse(found.hostSource()));
    }

    private static String room(MemoryRoom room) {
        return "%s (%s)".formatted(ByteSizes.text(room.bytes()), room.source());
    }

    private static String why(FoundPool found, PoolPlan plan, PoolResult.Why why) {
        String here = places(found, plan.of(why.model()));
        if (why.next().isEmpty()) {
            return why.proven()
                    ? "%s is on %s: no other place keeps the limits".formatted(why.model(), here)
                    : "%s is on %s: no other place was found in time, and none was ruled out"
                            .formatted(why.model(), here);
        }
        PoolResult.Next next = why.next().get();
        String cost = next.addedLoad() < 1e-6
                ? "is as good: %+d replicas".formatted(next.addedReplicas())
                : "would add %s of a device's time".formatted(share(next.addedLoad()));
        return "%s is on %s: the next best%s, %s, %s"
                .formatted(
                        why.model(),
                        here,
                        why.proven() ? "" : " that was found in time",
                        places(found, next.placements()),
                        cost);
    }

    private static String places(FoundPool found, List<Placement> placements) {
        return placements.stream()
                .map(each -> found.label(each.option().target())
                        + (each.option().device().equals("cpu")
                                ? ""
                                : " on " + each.option().device()))
                .collect(Collectors.joining(" and "));
    }

    private static void infeasible(PoolResult.Infeasible none, StringBuilder text) {
        text.append("no plan keeps all limits; ").append(servable(none)).append('\n');
        if (!none.complete()) {
            text.append("the time to search was over: less of a limit may do, and another one as well\n");
        } else if (none.shortages().isEmpty()) {
            text.append("no limit alone would have to give way: ask for less, or for a machine with more\n");
        }
        for (Shortage each : none.shortages()) {
            text.append("there would be a plan ").append(shortage(each)).append('\n');
        }
    }

    private static String servable(PoolResult.Infeasible none) {
        if (none.servable().isEmpty() || !none.complete() && none.servable().getAsDouble() < 0.001) {
            return "how much could be served was not found in time";
        }
        double share = none.servable().getAsDouble();
        return share < 0.001
                ? "not even a small part of every rate could be served"
                : "%s%s of every rate could be served".formatted(none.complete() ? "" : "at least ", share(share));
    }

    private static String shortage(Shortage shortage) {
        if (shortage instanceof Shortage.Memory memory) {
            return memory.lacks().stream()
                    .map(lack -> "with %s more memory (%s)".formatted(ByteSizes.text(lack.bytes()), lack.place()))
                    .collect(Collectors.joining(" and "));
        }
        if (shortage instanceof Shortage.Load load) {
            return "with --load %.0f".formatted(100 * load.needed());
        }
        if (shortage instanceof Shortage.Deadline deadline) {
            return "with --deadline %.0fms"
                    .formatted(Math.ceil(deadline.needed().toNanos() / 1e6));
        }
        return "with --replicas %d".formatted(((Shortage.Replicas) shortage).needed());
    }

    private static void leftOut(FoundPool found, StringBuilder text) {
        Map<String, String> reasons = new LinkedHashMap<>();
        found.leftOut()
                .forEach(each -> reasons.merge(
                        "%s: %s".formatted(found.label(each.target()), each.why()),
                        each.model(),
                        (one, other) -> one + ", " + other));
        found.task()
                .late()
                .forEach(each -> reasons.merge(
                        "%s: takes up to %s, the deadline is %s"
                                .formatted(
                                        found.label(each.target()),
                                        Figures.millis(each.time().worstMillis()),
                                        Figures.duration(
                                                found.task().limits().deadline().orElseThrow())),
                        each.model(),
                        (one, other) -> one + ", " + other));
        if (!reasons.isEmpty()) {
            text.append("\nLeft out\n");
            reasons.forEach((why, models) ->
                    text.append("  ").append(models).append(" on ").append(why).append('\n'));
        }
    }

    private static String rate(double perSecond) {
        return Figures.significant(perSecond).replaceFirst("\\.0+$", "");
    }

    /** With two digits where it is small: a pool's load often is. */
    private static String share(double share) {
        return share >= 0.1 || share == 0
                ? String.format(Locale.ROOT, "%.0f %%", 100 * share)
                : String.format(Locale.ROOT, "%.2g %%", 100 * share);
    }
}
