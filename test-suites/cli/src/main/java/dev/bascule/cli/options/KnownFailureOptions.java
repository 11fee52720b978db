package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What is known to fail. */
public class KnownFailureOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .each(
                        Keys.EXPECTATIONS,
                        "--expectations",
                        "FILE",
                        "Known failures (YAML). What comes out as it says there is no failure, and what comes out better is one"
                                + " until its entry is removed. May be repeated; later entries win.");
    }

    public final Flags flags() {
        return flags;
    }
}
