package dev.bascule.junit.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.BaselineCheck;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.reports.history.History;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The baseline that the settings name, not read yet: discovery is to open no history. Immutable.
 *
 * @param folder what relative paths are relative to
 * @param config names it, and what figures are held against
 * @param suite of the run
 */
public record WantedBaseline(Path folder, Config config, String suite) {

    /**
     * Empty where the settings name none.
     *
     * @throws BasculeException where regressions are to fail tests that have no baseline
     */
    static Optional<WantedBaseline> of(Path folder, Config config, String suite) {
        BaselineCheck.refuseMissing(config);
        return config.find(Keys.BASELINE).map(names -> new WantedBaseline(folder, config, suite));
    }

    /**
     * Reads it, before anything is measured.
     *
     * @param history the one that the tests write to; files alone need none, and take from it how much runs differ
     * @throws BasculeException where it is not there
     */
    BaselineCheck read(Optional<Supplier<History>> history) {
        return BaselineCheck.of(folder, Clock.systemUTC(), config, suite, history)
                .orElseThrow();
    }
}
