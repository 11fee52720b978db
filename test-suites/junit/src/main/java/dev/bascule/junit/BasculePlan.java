package dev.bascule.junit;

import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.junit.run.AbsencePolicy;
import dev.bascule.junit.run.ParameterSettings;
import dev.bascule.junit.run.SuiteOverrides;
import dev.bascule.junit.run.SuitePlace;
import dev.bascule.junit.run.SuitePlan;
import dev.bascule.junit.run.SuiteRunner;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestReporter;

/** What a test is going to run. Immutable: each method answers a plan of its own. */
public final class BasculePlan {
    private final SuitePlace place;
    private final ClassLoader loader;
    private final SuiteOverrides overrides;
    private final ParameterSettings settings;

    BasculePlan(SuitePlace place, ClassLoader loader, SuiteOverrides overrides, ParameterSettings settings) {
        this.place = place;
        this.loader = loader;
        this.overrides = overrides;
        this.settings = settings;
    }

    private BasculePlan with(SuiteOverrides other) {
        return new BasculePlan(place, loader, other, settings);
    }

    private BasculePlan with(ParameterSettings other) {
        return new BasculePlan(place, loader, overrides, other);
    }

    /** On these backends, each on its own, in place of the suite's targets and chains. */
    public BasculePlan backends(String... ids) {
        return with(overrides.withBackends(List.of(ids)));
    }

    /** Down this chain as well, such as {@code webgpu->webnn->wasm}. */
    public BasculePlan chain(String chain) {
        return with(overrides.withChain(chain));
    }

    /** In these browsers: {@code auto}, {@code none}, {@code all}, or names divided by commas. */
    public BasculePlan browsers(String words) {
        return with(overrides.withBrowsers(words));
    }

    /** Only cases that one of these globs matches. */
    public BasculePlan filter(String... globs) {
        return with(overrides.withFilters(List.of(globs)));
    }

    /** With these files of known failures. */
    public BasculePlan expectations(String... files) {
        return with(overrides.withExpectations(List.of(files)));
    }

    /**
     * With a setting of the command line, by its name in configuration files.
     *
     * @param name such as {@code minIterations}, {@code store} or {@code out}
     */
    public BasculePlan set(String name, String value) {
        return with(settings.with(name, value));
    }

    /** What becomes of cells whose backend is not here. */
    public BasculePlan whereAbsent(AbsencePolicy absence) {
        return with(settings.with(absence));
    }

    /**
     * A dynamic test for each case and each of its targets and chains. The run begins with the first of them, and each ends as
     * soon as its own cell is known.
     *
     * @throws SuiteException where the suite cannot be read, or nothing of it is selected
     */
    public Stream<DynamicNode> tests() {
        return DynamicSuite.tests(planned(), command(), Optional.empty());
    }

    /** The same; evidence and figures of each attempt are told to the reporter. */
    public Stream<DynamicNode> tests(TestReporter reporter) {
        return DynamicSuite.tests(planned(), command(), Optional.of(reporter));
    }

    /**
     * Runs it all and answers what was measured; what went wrong with a cell is in its verdict.
     *
     * @throws SuiteException where it could not run at all
     */
    public BasculeRun run() {
        SuitePlan plan = planned();
        try (SuiteRunner runner = SuiteRunner.ofThisMachine()) {
            return new BasculeRun(
                    runner.run(plan, command(), RunListener.silent()).record());
        } catch (BasculeException e) {
            throw new SuiteException(e);
        }
    }

    private SuitePlan planned() {
        try {
            return SuitePlan.of(place.read(loader, settings.folder()), overrides, settings);
        } catch (BasculeException e) {
            throw new SuiteException(e);
        }
    }

    private String command() {
        return "JUnit " + place;
    }
}
