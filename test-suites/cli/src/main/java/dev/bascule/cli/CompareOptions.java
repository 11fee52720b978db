package dev.bascule.cli;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** What a comparison holds its figures against. */
final class CompareOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--fail-on",
            paramLabel = "never|regressions",
            description = "What makes the exit code 1 (default: nothing).")
    void failOn(String text) {
        flags.add(Keys.FAIL_ON, "--fail-on", text);
    }

    @Option(
            names = "--regression-threshold",
            paramLabel = "SHARE",
            description = {
                "The least slowdown that is a regression; it must be shown as well (default: 2%%).",
                "Where runs of both sides took turns on one machine, 16 a side show 5 %%. Where one side came after the other, 1 %%"
                        + " between their sessions is assumed, and they show 8 to 10 %%. One run a side shows at best a doubling."
            })
    void threshold(String text) {
        flags.add(Keys.REGRESSION_THRESHOLD, "--regression-threshold", text);
    }

    @Option(
            names = "--equivalence-margin",
            paramLabel = "SHARE",
            description = "Within which two sides are called equivalent, where that is shown (default: 5%%).")
    void margin(String text) {
        flags.add(Keys.EQUIVALENCE_MARGIN, "--equivalence-margin", text);
    }

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the resampling (default: 42).")
    void seed(String text) {
        flags.add(Keys.SEED, "--seed", text);
    }

    Flags flags() {
        return flags;
    }
}
