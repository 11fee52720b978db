package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What to observe beyond the attempts. */
public final class ScenarioOption {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.SCENARIO, Keys.CYCLES, Keys.SPLIT, Keys.CUT, Keys.REPLICAS, Keys.SAMPLES)
                .add(Keys.LATENCY_LIMIT, Keys.MEMORY_LIMIT, Keys.ACCURACY);
    }

    public Flags flags() {
        return flags;
    }
}
