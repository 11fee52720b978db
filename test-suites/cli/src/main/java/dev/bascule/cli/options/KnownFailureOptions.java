package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** What is known to fail. */
public class KnownFailureOptions {
    private final Flags flags = new Flags();

    @Option(
            names = "--expectations",
            paramLabel = "FILE",
            description =
                    "Known failures (YAML). What comes out as it says there is no failure, and what comes out better"
                            + " is one until its entry is removed. May be repeated; later entries win.")
    void expectations(String text) {
        flags.add(Keys.EXPECTATIONS, "--expectations", text);
    }

    public final Flags flags() {
        return flags;
    }
}
