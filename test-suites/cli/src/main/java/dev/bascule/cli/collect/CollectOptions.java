package dev.bascule.cli.collect;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.RowOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The settings that collecting takes. */
final class CollectOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.BACKENDS, "Backends to measure (default: webnn,wasm,cpu, and webgpu where there is a GPU).")
                .add(Keys.BROWSERS, "Which browsers take part (default: every one found here).")
                .add(Keys.SEED);
    }

    Flags flags() {
        return flags;
    }
}
