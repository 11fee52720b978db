package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Option;

/** Where the history is. */
public final class StoreOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--store",
            paramLabel = "FILE",
            description = "The history file (default: .bascule/history.duckdb).")
    void store(String text) {
        flags.add(Keys.STORE, "--store", text);
    }

    public Flags flags() {
        return flags;
    }
}
