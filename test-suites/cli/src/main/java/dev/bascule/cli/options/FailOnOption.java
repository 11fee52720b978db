package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** What makes the exit code 1. */
public final class FailOnOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--fail-on",
            paramLabel = "never|failures|regressions",
            description = "What makes the exit code 1 (default: failures; a backend that is merely absent is none)."
                    + " regressions: what became worse than the --baseline of `bascule run`; elsewhere the same as"
                    + " failures.")
    void failOn(String text) {
        flags.add(Keys.FAIL_ON, "--fail-on", text);
    }

    public Flags flags() {
        return flags;
    }
}
