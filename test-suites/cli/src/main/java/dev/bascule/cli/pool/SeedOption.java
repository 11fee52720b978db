package dev.bascule.cli.pool;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.RowOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What requests and inputs follow from. */
final class SeedOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags).add(Keys.SEED, "Seed of the requests' moments and of inputs (default: 42).");
    }

    Flags flags() {
        return flags;
    }
}
