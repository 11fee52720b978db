package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.execution.machine.MachineLock;
import picocli.CommandLine.Option;

/** What to do when somebody else measures on this machine. */
public final class MachineLockOption {
    private final Flags flags = new Flags();

    @Option(
            names = "--machine-lock",
            paramLabel = "wait|share|fail",
            description = "When another run measures on this machine: wait until it has ended (default; for "
                    + MachineLock.PATIENCE_WORDS
                    + " at most, then it ends with exit code 6), share the"
                    + " machine, which every timing of both then says, or fail.")
    void machineLock(String text) {
        flags.add(Keys.MACHINE_LOCK, "--machine-lock", text);
    }

    public Flags flags() {
        return flags;
    }
}
