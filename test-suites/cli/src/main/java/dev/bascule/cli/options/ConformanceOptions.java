package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which conformance cases, in which order, how many at a time. */
public final class ConformanceOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.SAMPLE, "Only N of the cases that the filter lets through, drawn by the seed.")
                .add(
                        Keys.SHARD,
                        "Only the I-th of N parts of that. A case's part depends on its id alone; `bascule merge` joins the"
                                + " parts.")
                .flag(
                        Keys.SHUFFLE,
                        "Run in an order drawn by the seed (default: that of the ids). The results must not depend on it.")
                .add(
                        Keys.SEED,
                        "Seed of the random numbers: the sample, the order, what --self-check corrupts (default: 42).")
                .add(Keys.WORKERS, "Engines side by side in one page (default: 3).")
                .add(
                        Keys.CASE_TIMEOUT,
                        "TIME",
                        "How long one case may take (default: 10s). One that takes longer loses its engine; the others go on.",
                        "--timeout",
                        "--case-timeout");
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
