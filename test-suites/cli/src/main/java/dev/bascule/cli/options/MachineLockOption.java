package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.execution.machine.MachineLock;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What to do when somebody else measures on this machine. */
public final class MachineLockOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.MACHINE_LOCK,
                        "When another run measures on this machine: wait until it has ended (default; for "
                                + MachineLock.PATIENCE_WORDS
                                + " at most, then it ends with exit code 6), share the"
                                + " machine, which results of run and decode then say and those of train, quantize and"
                                + " distributed do not, or fail.");
    }

    public Flags flags() {
        return flags;
    }
}
