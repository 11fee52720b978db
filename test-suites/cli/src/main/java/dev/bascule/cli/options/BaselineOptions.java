package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** What a run is compared with when it is done, and what counts. */
public final class BaselineOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--baseline",
            paramLabel = "RUN,…",
            description =
                    "Compare the run with this one when it is done: latest (the newest of the same suite), an id or how it"
                            + " begins, or a run.json. Several, divided by commas, show how runs differ, and so smaller regressions.")
    void baseline(String text) {
        flags.add(Keys.BASELINE, "--baseline", text);
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

    public Flags flags() {
        return flags;
    }
}
