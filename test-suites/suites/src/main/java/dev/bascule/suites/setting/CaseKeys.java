package dev.bascule.suites.setting;

import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The rows of the settings that a suite may say of its cases. Whoever reads them reads all, by these rows. Stateless. */
public final class CaseKeys {
    public static final Key<Integer> MIN_ITERATIONS =
            row("minIterations", "20", "timed iterations at least", SettingType.COUNT, Scope.SUITE);
    /** As many as the interval of a median needs. */
    public static final Key<Integer> SOFTWARE_ITERATIONS = row(
            "softwareIterations",
            "6",
            "timed iterations that are enough on a software adapter; whoever says how much is to be measured, and not"
                    + " this, means it there as well",
            SettingType.COUNT,
            Scope.SUITE);

    public static final Key<Duration> MIN_DURATION = row(
            "minDuration", "500ms", "summed time of the timed iterations at least", SettingType.DURATION, Scope.SUITE);
    public static final Key<Duration> WARM_UP_LIMIT =
            row("warmUpLimit", "2s", "when warming up ends, stable or not", SettingType.DURATION, Scope.SUITE);
    public static final Key<Duration> MEASURE_LIMIT = row(
            "measureLimit",
            "5s",
            "when measuring a target ends, whatever was reached",
            SettingType.DURATION,
            Scope.SUITE);
    public static final Key<Duration> TIMEOUT = row(
            "timeout",
            "1m",
            "how long a browser or native runner may take for one answer; an attempt that takes longer has timed out",
            SettingType.DURATION,
            Scope.SUITE);
    public static final Key<ReferenceKind> REFERENCE = row(
            "reference",
            "exact",
            "what outputs are held against where nobody published them: exact, the graph computed in double, where it can"
                    + " be; or cpu, the native CPU without graph optimization",
            SettingType.oneOf(ReferenceKind.class),
            Scope.SUITE);
    public static final Key<InputsMaker> INPUTS = row(
            "inputs",
            "page",
            "who makes the inputs of a model with an input pipeline: page, in a browser the page itself, which is judged too;"
                    + " or host, the identical bytes for every target",
            SettingType.oneOf(InputsMaker.class),
            Scope.CASE);
    public static final Key<Integer> THREADS =
            row("threads", "1", "threads of a CPU engine", SettingType.COUNT, Scope.CASE);
    public static final Key<Integer> BATCH =
            row("batch", "1", "what a dynamic batch dimension becomes", SettingType.COUNT, Scope.CASE);
    public static final Key<GraphOptimization> GRAPH_OPTIMIZATION = row(
            "graphOptimization",
            "all",
            "how far engines may rewrite the graph: all, extended, basic or disabled",
            SettingType.oneOf(GraphOptimization.class),
            Scope.CASE);
    public static final Key<List<Integer>> DEVICE = optional(
            "device",
            "which of a native backend's devices, from 0, divided by commas, each a case of its own; its first otherwise",
            SettingType.INDICES);
    public static final Key<Precision> PRECISION = optional(
            "precision",
            "what a native engine is to compute in: fp32, tf32, fp16, bf16, int8 or int4; the model's own otherwise",
            SettingType.PRECISION);
    public static final Key<Boolean> ARENA = optional(
            "arena", "whether a native engine keeps memory for the next inference; on otherwise", SettingType.ON_OFF);
    public static final Key<Long> DEVICE_MEMORY_LIMIT = optional(
            "deviceMemoryLimit",
            "the most device memory that a native engine may take, such as 2GiB; no limit otherwise",
            SettingType.BYTES);
    public static final Key<ExecutionMode> EXECUTION_MODE = optional(
            "executionMode",
            "in which order native CPU runs nodes: sequential, or parallel, those that do not wait for each other side by side"
                    + " on as many threads more; sequential otherwise",
            SettingType.oneOf(ExecutionMode.class));

    private static final List<Key<?>> ALL = List.of(
            MIN_ITERATIONS,
            SOFTWARE_ITERATIONS,
            MIN_DURATION,
            WARM_UP_LIMIT,
            MEASURE_LIMIT,
            TIMEOUT,
            REFERENCE,
            INPUTS,
            THREADS,
            BATCH,
            GRAPH_OPTIMIZATION,
            DEVICE,
            PRECISION,
            ARENA,
            DEVICE_MEMORY_LIMIT,
            EXECUTION_MODE);

    private CaseKeys() {}

    private static <T> Key<T> row(String name, String standard, String description, SettingType<T> type, Scope scope) {
        return new Key<>(name, Optional.of(standard), description, type, Risk.HARMLESS, scope);
    }

    private static <T> Key<T> optional(String name, String description, SettingType<T> type) {
        return new Key<>(name, Optional.empty(), description, type, Risk.HARMLESS, Scope.CASE);
    }

    /** All of them, in the order in which they are shown. */
    public static List<Key<?>> all() {
        return ALL;
    }

    /** Those of a scope, in this order. */
    public static List<Key<?>> of(Scope scope) {
        return ALL.stream().filter(key -> key.scope() == scope).toList();
    }
}
