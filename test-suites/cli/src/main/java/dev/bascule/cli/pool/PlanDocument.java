package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.MemoryRoom;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolLimits;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolResult;
import dev.bascule.prediction.pool.PoolTime;
import dev.bascule.prediction.pool.ReplicaOption;
import dev.bascule.prediction.pool.RequestOverhead;
import dev.bascule.prediction.pool.Shortage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plan as JSON. What was measured lies under {@code measured}, what data tell under {@code told}, what was predicted under {@code predicted}, and what the plan
 * reckons from both under {@code planned}. Stateless.
 */
final class PlanDocument {
    static final int SCHEMA_VERSION = 1;

    private PlanDocument() {}

    static Map<String, @Nullable Object> of(FoundPool found, PoolResult result) {
        Optional<PoolResult.Planned> planned =
                result instanceof PoolResult.Planned some ? Optional.of(some) : Optional.empty();
        Optional<PoolResult.Infeasible> none =
                result instanceof PoolResult.Infeasible some ? Optional.of(some) : Optional.empty();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("outcome", planned.isPresent() ? "planned" : none.isPresent() ? "infeasible" : "unknown");
        document.put("machine", found.origin().machine());
        document.put(
                "models",
                found.task().models().stream()
                        .map(model -> model(model, found.origin()))
                        .toList());
        document.put("limits", limits(found));
        document.put("host", host(found, planned));
        document.put(
                "devices",
                found.task().devices().stream()
                        .map(device -> device(device, planned))
                        .toList());
        document.put(
                "placements",
                planned.map(some -> placements(some.plan().placements())).orElse(List.of()));
        document.put("provenBest", planned.map(some -> some.plan().proven()).orElse(null));
        document.put(
                "reasons",
                planned.map(some ->
                                some.reasons().stream().map(PlanDocument::why).toList())
                        .orElse(List.of()));
        document.put(
                "shortages",
                none.map(some -> some.shortages().stream()
                                .map(PlanDocument::shortage)
                                .toList())
                        .orElse(List.of()));
        document.put("servableShare", none.isPresent() ? servable(none.get()) : null);
        document.put(
                "shortagesComplete", none.map(PoolResult.Infeasible::complete).orElse(null));
        document.put("undecided", result instanceof PoolResult.Undecided);
        document.put("leftOut", leftOut(found));
        return document;
    }

    private static @Nullable Double servable(PoolResult.Infeasible none) {
        return none.servable().isPresent() ? none.servable().getAsDouble() : null;
    }

    private static Map<String, @Nullable Object> model(PoolModel model, PoolOrigin origin) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<PoolOrigin.Source> source = Optional.ofNullable(origin.models().get(model.name()));
        part.put("name", model.name());
        part.put("reference", source.map(PoolOrigin.Source::reference).orElse(null));
        part.put("sha256", source.map(PoolOrigin.Source::sha256).orElse(null));
        part.put("ratePerSecond", model.rate());
        return part;
    }

    private static Map<String, @Nullable Object> limits(FoundPool found) {
        PoolLimits limits = found.task().limits();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("load", limits.load());
        part.put(
                "deadlineMs",
                limits.deadline().map(deadline -> deadline.toNanos() / 1e6).orElse(null));
        part.put("replicas", limits.replicas().isPresent() ? limits.replicas().getAsInt() : null);
        part.put(
                "memoryBytes",
                found.origin().memory().isPresent() ? found.origin().memory().getAsLong() : null);
        return part;
    }

    private static Map<String, @Nullable Object> host(FoundPool found, Optional<PoolResult.Planned> planned) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("roomBytes", found.task().host().map(MemoryRoom::bytes).orElse(null));
        part.put("source", found.task().host().map(MemoryRoom::source).orElse(found.hostSource()));
        part.put("plannedBytes", planned.map(some -> some.plan().hostBytes()).orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> device(PoolDevice device, Optional<PoolResult.Planned> planned) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("id", device.id());
        part.put("name", device.name());
        part.put("threads", device.capacity());
        part.put("roomBytes", device.room().map(MemoryRoom::bytes).orElse(null));
        part.put("source", device.room().map(MemoryRoom::source).orElse(null));
        part.put("plannedLoad", planned.map(some -> some.plan().load(device)).orElse(null));
        part.put(
                "plannedBytes",
                planned.filter(some -> device.room().isPresent())
                        .map(some -> some.plan().deviceBytes(device))
                        .orElse(null));
        return part;
    }

    private static List<Map<String, @Nullable Object>> placements(List<Placement> placements) {
        return placements.stream().map(PlanDocument::placement).toList();
    }

    private static Map<String, @Nullable Object> placement(Placement each) {
        ReplicaOption option = each.option();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("model", option.model());
        part.put("target", option.target());
        part.put("device", option.device());
        part.put("threads", option.width());
        part.put("replicas", each.replicas());
        part.put("measured", measured(option));
        part.put("told", told(option));
        part.put("predicted", predicted(option));
        Map<String, @Nullable Object> planned = new LinkedHashMap<>();
        planned.put("share", each.share());
        planned.put("ratePerSecond", each.rate());
        planned.put("busyThreads", each.busyThreads());
        planned.put("hostBytes", each.hostBytes());
        planned.put("deviceBytes", each.deviceBytes());
        part.put("planned", planned);
        part.put("memoryRestsOn", option.memory().basis());
        return part;
    }

    private static Map<String, @Nullable Object> measured(ReplicaOption option) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<PoolTime.Measured> time =
                option.time() instanceof PoolTime.Measured some ? Optional.of(some) : Optional.empty();
        part.put("ms", time.map(PoolTime.Measured::millis).orElse(null));
        part.put("slowMs", time.map(PoolTime.Measured::slowMillis).orElse(null));
        part.put("sessions", time.map(PoolTime.Measured::sessions).orElse(null));
        part.put("peakBytes", option.memory().measured() ? option.memory().hostBytes() : null);
        part.put("overheadMs", option.overhead().map(RequestOverhead::millis).orElse(null));
        part.put(
                "overheadProcessorMs",
                option.overhead().map(RequestOverhead::processorMillis).orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> told(ReplicaOption option) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<PoolTime.Told> time =
                option.time() instanceof PoolTime.Told some ? Optional.of(some) : Optional.empty();
        part.put("ms", time.map(PoolTime.Told::millis).orElse(null));
        part.put("slowMs", time.map(PoolTime.Told::slowMillis).orElse(null));
        part.put("sessions", time.map(PoolTime.Told::sessions).orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> predicted(ReplicaOption option) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<PoolTime.Predicted> time =
                option.time() instanceof PoolTime.Predicted some ? Optional.of(some) : Optional.empty();
        part.put("ms", time.map(PoolTime.Predicted::millis).orElse(null));
        part.put("atMostMs", time.map(PoolTime.Predicted::atMostMillis).orElse(null));
        part.put("level", time.map(PoolTime.Predicted::level).orElse(null));
        part.put("restsOn", time.map(PoolTime.Predicted::basis).orElse(null));
        part.put(
                "memoryAtMostBytes",
                option.memory().measured() ? null : option.memory().hostBytes());
        return part;
    }

    private static Map<String, @Nullable Object> why(PoolResult.Why why) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("model", why.model());
        part.put("next", why.next().map(PlanDocument::next).orElse(null));
        part.put("provenNext", why.proven());
        return part;
    }

    private static Map<String, @Nullable Object> next(PoolResult.Next next) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("placements", placements(next.placements()));
        part.put("addedLoad", next.addedLoad());
        part.put("addedReplicas", next.addedReplicas());
        return part;
    }

    private static Map<String, @Nullable Object> shortage(Shortage shortage) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        if (shortage instanceof Shortage.Memory memory) {
            part.put("limit", "memory");
            part.put(
                    "lacks",
                    memory.lacks().stream()
                            .map(lack -> Map.of("place", lack.place(), "bytes", lack.bytes()))
                            .toList());
        } else if (shortage instanceof Shortage.Load load) {
            part.put("limit", "load");
            part.put("needed", load.needed());
        } else if (shortage instanceof Shortage.Deadline deadline) {
            part.put("limit", "deadlineMs");
            part.put("needed", deadline.needed().toNanos() / 1e6);
        } else if (shortage instanceof Shortage.Replicas replicas) {
            part.put("limit", "replicas");
            part.put("needed", replicas.needed());
        }
        return part;
    }

    private static List<Map<String, @Nullable Object>> leftOut(FoundPool found) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        found.leftOut().forEach(each -> all.add(leftOut(each.model(), each.target(), each.why())));
        found.task()
                .late()
                .forEach(each -> all.add(leftOut(
                        each.model(),
                        each.target(),
                        String.format(
                                Locale.ROOT,
                                "takes up to %.3f ms, more than the deadline",
                                each.time().worstMillis()))));
        return all;
    }

    private static Map<String, @Nullable Object> leftOut(String model, String target, String why) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("model", model);
        part.put("target", target);
        part.put("reason", why);
        return part;
    }
}
