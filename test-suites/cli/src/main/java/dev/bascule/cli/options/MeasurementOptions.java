package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Key;
import dev.bascule.suites.suite.ScenarioKind;
import picocli.CommandLine.Option;

/** How to measure. */
public final class MeasurementOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--software-iterations",
            paramLabel = "N",
            description =
                    "Timed iterations that are enough on a software adapter (default: 6, as many as an interval needs;"
                            + " as --min-iterations or --min-duration where these are given).")
    void softwareIterations(String text) {
        flags.add(Key.SOFTWARE_ITERATIONS, "--software-iterations", text);
    }

    @Option(names = "--min-iterations", paramLabel = "N", description = "Timed iterations at least (default: 20).")
    void minIterations(String text) {
        flags.add(Key.MIN_ITERATIONS, "--min-iterations", text);
    }

    @Option(
            names = "--min-duration",
            paramLabel = "TIME",
            description = "Summed time of the timed iterations at least (default: 500ms).")
    void minDuration(String text) {
        flags.add(Key.MIN_DURATION, "--min-duration", text);
    }

    @Option(
            names = "--warm-up-limit",
            paramLabel = "TIME",
            description = "When warming up ends, stable or not (default: 2s).")
    void warmUpLimit(String text) {
        flags.add(Key.WARM_UP_LIMIT, "--warm-up-limit", text);
    }

    @Option(
            names = "--measure-limit",
            paramLabel = "TIME",
            description = "When measuring a target ends, whatever was reached (default: 5s).")
    void measureLimit(String text) {
        flags.add(Key.MEASURE_LIMIT, "--measure-limit", text);
    }

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description =
                    "How long a browser or a native runner may take for one answer (default: 1m). An attempt that takes"
                            + " longer has timed out.")
    void timeout(String text) {
        flags.add(Key.TIMEOUT, "--timeout", text);
    }

    @Option(names = "--threads", paramLabel = "N", description = "Threads of a CPU engine (default: 1).")
    void threads(String text) {
        flags.add(Key.THREADS, "--threads", text);
    }

    @Option(
            names = "--batch",
            paramLabel = "N|auto",
            description =
                    "What a dynamic batch dimension becomes (default: 1); auto looks for the best one, as --scenario"
                            + " batch-search does.")
    void batch(String text) {
        addOrSearch(Key.BATCH, "--batch", text, "auto", ScenarioKind.BATCH_SEARCH);
    }

    /** One word asks for a search among the values instead of for a value. */
    private void addOrSearch(Key<?> key, String option, String text, String search, ScenarioKind kind) {
        if (text.equals(search)) {
            flags.add(Key.SCENARIO, option, kind.id());
        } else {
            flags.add(key, option, text);
        }
    }

    @Option(
            names = "--precision",
            paramLabel = "NAME|auto",
            description =
                    "What a native engine is to compute in: fp32, tf32, fp16, bf16, int8, int4 (default: the model's own);"
                            + " auto looks for the fastest that is right enough, as --scenario precision-search does.")
    void precision(String text) {
        addOrSearch(Key.PRECISION, "--precision", text, "auto", ScenarioKind.PRECISION_SEARCH);
    }

    @Option(
            names = "--device",
            paramLabel = "LIST",
            description =
                    "Which of a native backend's devices, from 0 (default: its first); each of several makes a case"
                            + " of its own.")
    void device(String text) {
        flags.add(Key.DEVICE, "--device", text);
    }

    @Option(
            names = "--arena",
            paramLabel = "on|off",
            description = "Whether a native engine keeps memory for the next inference (default: on).")
    void arena(String text) {
        flags.add(Key.ARENA, "--arena", text);
    }

    @Option(
            names = "--device-memory-limit",
            paramLabel = "SIZE",
            description = "The most device memory that a native engine may take, such as 2GiB (default: no limit).")
    void deviceMemoryLimit(String text) {
        flags.add(Key.DEVICE_MEMORY_LIMIT, "--device-memory-limit", text);
    }

    @Option(
            names = "--graph-optimization",
            paramLabel = "LEVEL",
            description = "How far engines may rewrite the graph: all, extended, basic or disabled (default: all);"
                    + " compare holds each against none, as --scenario optimization-levels does.")
    void graphOptimization(String text) {
        addOrSearch(Key.GRAPH_OPTIMIZATION, "--graph-optimization", text, "compare", ScenarioKind.OPTIMIZATION_LEVELS);
    }

    @Option(
            names = "--comparisons",
            paramLabel = "on|off|PAIR,…",
            description =
                    "Measure backends in turn, and tell their ratio: on compares each backend of a browser with native"
                            + " CPU, webgpu/wasm,webnn/cpu these pairs (default: on).")
    void comparisons(String text) {
        flags.add(Key.COMPARISONS, "--comparisons", text);
    }

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the random numbers: generated inputs, resampling (default: the suite's, or 42).")
    void seed(String text) {
        flags.add(Key.SEED, "--seed", text);
    }

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "New attempts in a clean browser, after all else, for each attempt that failed (default: 1)."
                    + " One that passes then is FLAKY; none is erased.")
    void retries(String text) {
        flags.add(Key.RETRIES, "--retries", text);
    }

    public Flags flags() {
        return flags;
    }
}
