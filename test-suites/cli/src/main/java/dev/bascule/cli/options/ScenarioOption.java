package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Key;
import picocli.CommandLine.Option;

/** What to observe beyond the attempts. */
public final class ScenarioOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--scenario",
            paramLabel = "LIST",
            description =
                    "What to observe on each strict target beyond the attempts, on top of what the suite asks for:"
                            + " visits (fresh profile, same page, second visit), state-leak, soak (memory over many cycles),"
                            + " stream (sound in real time), decode (one sound in five codings),"
                            + " batch-search (the batch with the most inferences a second within limits),"
                            + " precision-search (the fastest precision that is right enough),"
                            + " optimization-levels (what rewriting the graph brings).")
    void scenario(String text) {
        flags.add(Key.SCENARIO, "--scenario", text);
    }

    @Option(
            names = "--cycles",
            paramLabel = "N",
            description = "Times that a soak creates, runs and releases (default: 30).")
    void cycles(String text) {
        flags.add(Key.CYCLES, "--cycles", text);
    }

    @Option(
            names = "--split",
            paramLabel = "A,B",
            description = "Cut the model in parts that run one after the other on these backends, each part on its own;"
                    + " the ways between them are measured apart.")
    void split(String text) {
        flags.add(Key.SPLIT, "--split", text);
    }

    @Option(
            names = "--cut",
            paramLabel = "WHERE",
            description = "Where to cut: after a node's name or index, at a fraction such as 0.5, or auto, which"
                    + " predicts from measured parts and measures the best (default: auto). Commas divide several.")
    void cut(String text) {
        flags.add(Key.CUT, "--cut", text);
    }

    @Option(
            names = "--replicas",
            paramLabel = "A,B",
            description = "Copy the model to these backends and spread samples over them: idle ones steal, and what a"
                    + " lost one was at is finished by the others. One may be named several times.")
    void replicas(String text) {
        flags.add(Key.REPLICAS, "--replicas", text);
    }

    @Option(names = "--samples", paramLabel = "N", description = "Samples to spread over replicas (default: 100).")
    void samples(String text) {
        flags.add(Key.SAMPLES, "--samples", text);
    }

    @Option(
            names = "--latency-limit",
            paramLabel = "TIME",
            description = "Of a batch search: the longest median of an inference (default: none).")
    void latencyLimit(String text) {
        flags.add(Key.LATENCY_LIMIT, "--latency-limit", text);
    }

    @Option(
            names = "--memory-limit",
            paramLabel = "SIZE",
            description = "Of a batch search: the highest peak of memory, such as 2GiB (default: what is free).")
    void memoryLimit(String text) {
        flags.add(Key.MEMORY_LIMIT, "--memory-limit", text);
    }

    @Option(
            names = "--accuracy",
            paramLabel = "ERROR",
            description =
                    "Of a precision search: the greatest error allowed, relative to an output's greatest magnitude"
                            + " (default: 0.01).")
    void accuracy(String text) {
        flags.add(Key.ACCURACY, "--accuracy", text);
    }

    public Flags flags() {
        return flags;
    }
}
