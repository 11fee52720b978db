package dev.bascule.junit.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.FailOn;
import dev.bascule.app.config.Keys;
import dev.bascule.app.local.LocalBrowserCatalog;
import dev.bascule.app.run.IneffectiveOptions;
import dev.bascule.app.run.RunPlan;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.suites.expectations.ExpectationReader;
import dev.bascule.suites.expectations.Expectations;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A suite with every setting applied: what is going to run, and where its results go. Made without starting anything.
 * Immutable.
 *
 * @param suite what runs
 * @param cases its selected cases; never empty
 * @param setup which browsers take part
 * @param seed of generated inputs
 * @param retries new attempts for each that failed
 * @param whenBusy what to do when somebody else measures on this machine
 * @param judging what makes a test pass or fail
 * @param destination where results go
 */
public record SuitePlan(
        Suite suite,
        List<SuiteCase> cases,
        BrowserSetup setup,
        long seed,
        int retries,
        WhenBusy whenBusy,
        Judging judging,
        Destination destination) {

    /**
     * What results are held against.
     *
     * @param expectations what is known to fail
     * @param absence what becomes of cells that say nothing
     * @param failOn what makes a test fail
     * @param baseline what the run is held against when it is over: a cell that became worse fails its test
     */
    public record Judging(
            Expectations expectations, AbsencePolicy absence, FailOn failOn, Optional<WantedBaseline> baseline) {}

    /**
     * Where results go.
     *
     * @param store the history that the run is appended to
     * @param out the folder for its reports
     * @param reporters reports beside the usual ones
     * @param folder what relative paths are relative to
     */
    public record Destination(Optional<Path> store, Optional<String> out, List<String> reporters, Path folder) {
        public Destination {
            reporters = List.copyOf(reporters);
        }
    }

    public SuitePlan {
        cases = List.copyOf(cases);
    }

    /**
     * @throws dev.bascule.fallback.error.BasculeException for a setting that is wrong, or where nothing is selected
     */
    public static SuitePlan of(Suite suite, SuiteOverrides overrides, ParameterSettings settings) {
        Config config = settings.config();
        if (overrides.browsers().isPresent() && config.explicit(Keys.BROWSERS).isEmpty()) {
            config = settings.with(Keys.BROWSERS.name(), overrides.browsers().get())
                    .config();
        }
        Suite aimed = overrides.aims() ? suite.on(overrides.backends(), overrides.chains()) : suite;
        RunPlan plan = new RunPlan(config);
        BrowserSetup setup = plan.setup(() -> new LocalBrowserCatalog(BrowserDiscovery.ofThisMachine()).ids());
        List<SuiteCase> cases = plan.cases(List.of(aimed), overrides.filters(), setup.choice()).stream()
                .filter(one -> !one.chains().isEmpty())
                .toList();
        IneffectiveOptions.refuse(config, cases);
        return new SuitePlan(
                aimed,
                cases,
                setup,
                plan.seed(List.of(aimed)),
                config.get(Keys.RETRIES),
                config.get(Keys.MACHINE_LOCK),
                new Judging(
                        expectations(overrides, config, settings.folder()),
                        settings.absence(),
                        config.get(Keys.FAIL_ON),
                        WantedBaseline.of(settings.folder(), config, aimed.name())),
                new Destination(
                        ParameterSettings.store(config, settings.folder()),
                        config.find(Keys.OUT),
                        config.get(Keys.REPORTER).stream()
                                .filter(word -> !word.equals("list") && !word.equals("github"))
                                .toList(),
                        settings.folder()));
    }

    private static Expectations expectations(SuiteOverrides overrides, Config config, Path folder) {
        return Stream.concat(
                        overrides.expectations().stream(),
                        config.find(Keys.EXPECTATIONS).stream().flatMap(List::stream))
                .map(folder::resolve)
                .map(ExpectationReader::read)
                .reduce(Expectations.NONE, Expectations::and);
    }

    /** The same for some of its cases and chains; what scenarios they have stays. */
    public SuitePlan with(List<SuiteCase> some) {
        return new SuitePlan(suite, some, setup, seed, retries, whenBusy, judging, destination);
    }

    /** Whether each browser is a column of its own, so that a chain is more than one cell. */
    public boolean manyBrowsers() {
        return setup.choice() instanceof BrowserChoice.All
                || setup.choice() instanceof BrowserChoice.Grid
                || (setup.choice() instanceof BrowserChoice.Named named
                        && named.ids().size() > 1);
    }

    RunRequest request(String id, String command) {
        return new RunRequest(new Invocation(id, suite.name(), suite.hash(), seed, command), cases, setup, retries)
                .with(whenBusy);
    }
}
