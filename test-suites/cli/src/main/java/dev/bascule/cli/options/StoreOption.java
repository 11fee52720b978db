package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Where the history is. */
public final class StoreOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags).add(Keys.STORE);
    }

    public Flags flags() {
        return flags;
    }
}
