package dev.bascule.cli.pool;

import java.util.Set;

/** The fields of a plan, as the schema {@code pool-plan-v1} has them. Stateless. */
final class PlanKeys {
    static final Set<String> PLAN = Set.of(
            "schemaVersion",
            "outcome",
            "machine",
            "models",
            "limits",
            "host",
            "devices",
            "placements",
            "provenBest",
            "reasons",
            "shortages",
            "servableShare",
            "shortagesComplete",
            "undecided",
            "leftOut");
    static final Set<String> MODEL = Set.of("name", "reference", "sha256", "ratePerSecond");
    static final Set<String> LIMITS = Set.of("load", "deadlineMs", "replicas", "memoryBytes");
    static final Set<String> HOST = Set.of("roomBytes", "source", "plannedBytes");
    static final Set<String> DEVICE =
            Set.of("id", "name", "threads", "roomBytes", "source", "plannedLoad", "plannedBytes");
    static final Set<String> PLACEMENT = Set.of(
            "model",
            "target",
            "device",
            "threads",
            "replicas",
            "measured",
            "told",
            "predicted",
            "planned",
            "memoryRestsOn");
    static final Set<String> MEASURED =
            Set.of("ms", "slowMs", "sessions", "peakBytes", "overheadMs", "overheadProcessorMs");
    static final Set<String> TOLD = Set.of("ms", "slowMs", "sessions");
    static final Set<String> PREDICTED = Set.of("ms", "atMostMs", "level", "restsOn", "memoryAtMostBytes");
    static final Set<String> PLANNED = Set.of("share", "ratePerSecond", "busyThreads", "hostBytes", "deviceBytes");

    private PlanKeys() {}
}
