package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** Which conformance cases, in which order, how many at a time. */
public final class ConformanceOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Only N of the cases that the filter lets through, drawn by the seed.")
    void sample(String text) {
        flags.add(Keys.SAMPLE, "--sample", text);
    }

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            description =
                    "Only the I-th of N parts of that. A case's part depends on its id alone; `bascule merge` joins"
                            + " the parts.")
    void shard(String text) {
        flags.add(Keys.SHARD, "--shard", text);
    }

    @Option(
            names = "--shuffle",
            description =
                    "Run in an order drawn by the seed (default: that of the ids). The results must not depend on it.")
    void shuffle(boolean on) {
        if (on) {
            flags.add(Keys.SHUFFLE, "--shuffle", "on");
        }
    }

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of the random numbers: the sample, the order, what --self-check corrupts (default: 42).")
    void seed(String text) {
        flags.add(Keys.SEED, "--seed", text);
    }

    @Option(names = "--workers", paramLabel = "N", description = "Engines side by side in one page (default: 3).")
    void workers(String text) {
        flags.add(Keys.WORKERS, "--workers", text);
    }

    @Option(
            names = {"--timeout", "--case-timeout"},
            paramLabel = "TIME",
            description =
                    "How long one case may take (default: 10s). One that takes longer loses its engine; the others go on.")
    void timeout(String text) {
        flags.add(Keys.CASE_TIMEOUT, "--timeout", text);
    }

    @Option(
            names = "--self-check",
            description =
                    "Negative control: corrupt up to 100 expected values of cases that passed (an element, a missing"
                            + " output, another shape) and demand that each is noticed.")
    private boolean selfCheck;

    public boolean selfCheck() {
        return selfCheck;
    }

    public Flags flags() {
        return flags;
    }
}
