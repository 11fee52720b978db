package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.RowOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Where a coordinator keeps its jobs. It holds the file for as long as it runs, so that it cannot be the project's history: runs that are sent to it from the
 * same folder are kept there. What settings say of that one does not count here.
 */
public final class CoordinatorStore {
    /** Where {@code --store} names no other. */
    public static final String USUAL = ".bascule/coordinator.duckdb";

    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.STORE, "The coordinator's file of jobs and tokens (default: %s).".formatted(USUAL));
    }

    public Flags flags() {
        return flags;
    }

    /** The file, relative to the folder of the invocation. */
    public static String in(Config config) {
        return config.ownStore(USUAL);
    }
}
