package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How much untimed work of a run is done side by side. */
public final class WorkersOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.WORKERS,
                        "Models fetched, read and hashed side by side before anything is timed (default: 3). Timed work"
                                + " is never done beside anything.");
    }

    public Flags flags() {
        return flags;
    }
}
