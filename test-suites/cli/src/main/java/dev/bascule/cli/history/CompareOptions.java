package dev.bascule.cli.history;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.BaselineOptions;
import dev.bascule.cli.options.RowOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What a comparison holds its figures against. */
final class CompareOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.FAIL_ON,
                        "never|regressions",
                        "What makes the exit code 1 (default: nothing).",
                        Keys.FAIL_ON.option())
                .add(Keys.REGRESSION_THRESHOLD, BaselineOptions.THRESHOLD)
                .add(Keys.EQUIVALENCE_MARGIN)
                .add(Keys.SEED, "Seed of the resampling (default: 42).");
    }

    Flags flags() {
        return flags;
    }
}
