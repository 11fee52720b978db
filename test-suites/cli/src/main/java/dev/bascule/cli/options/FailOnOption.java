package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What makes the exit code 1. */
public final class FailOnOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.FAIL_ON,
                        "What makes the exit code 1 (default: failures; a backend that is merely absent is none)."
                                + " regressions: what became worse than the --baseline of `bascule run`; elsewhere the same as"
                                + " failures.");
    }

    public Flags flags() {
        return flags;
    }
}
