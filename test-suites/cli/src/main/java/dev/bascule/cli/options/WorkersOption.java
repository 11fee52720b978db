package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Key;
import picocli.CommandLine.Option;

/** How much untimed work of a run is done side by side. */
public final class WorkersOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Models fetched, read and hashed side by side before anything is timed"
                    + " (default: 3). Timed work is never done beside anything.")
    void workers(String text) {
        flags.add(Key.WORKERS, "--workers", text);
    }

    public Flags flags() {
        return flags;
    }
}
