package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What a run is compared with when it is done, and what counts. */
public final class BaselineOptions {
    /** What {@code --regression-threshold} can show. */
    public static final String THRESHOLD =
            "The least slowdown that is a regression; it must be shown as well (default: 2%%).%n"
                    + "Where runs of both sides took turns on one machine, 16 a side show 5 %%. Where one side came after the"
                    + " other, 1 %% between their sessions is assumed, and they show 8 to 10 %%. One run a side shows at best a"
                    + " doubling.";

    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BASELINE,
                        "RUN,…",
                        "Compare the run with this one when it is done: latest (the newest of the same suite), an id or how it"
                                + " begins, or a run.json. Several, divided by commas, show how runs differ, and so smaller"
                                + " regressions.",
                        Keys.BASELINE.option())
                .add(Keys.REGRESSION_THRESHOLD, THRESHOLD);
    }

    public Flags flags() {
        return flags;
    }
}
