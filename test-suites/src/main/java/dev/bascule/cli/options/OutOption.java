package dev.bascule.cli.options;

import dev.bascule.cli.config.Flags;
import dev.bascule.cli.config.Key;
import picocli.CommandLine.Option;

/** Where reports are written. */
public final class OutOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the reports (default: .bascule/reports/RUN).")
    void out(String text) {
        flags.add(Key.OUT, "--out", text);
    }

    public Flags flags() {
        return flags;
    }
}
