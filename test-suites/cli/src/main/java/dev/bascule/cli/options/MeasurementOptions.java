package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** How to measure: every setting of cases is an option, and some of a run. */
public final class MeasurementOptions {
    private final Flags flags = new Flags();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(CaseKeys.all().toArray(Key<?>[]::new))
                .add(Keys.COMPARISONS, Keys.SEED, Keys.RETRIES);
    }

    public Flags flags() {
        return flags;
    }
}
