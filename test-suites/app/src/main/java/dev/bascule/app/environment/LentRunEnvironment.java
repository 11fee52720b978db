package dev.bascule.app.environment;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.scenario.Followers;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.suite.SuiteCase;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A run environment for one run, whose end is not the end of what is on it. */
class LentRunEnvironment implements RunEnvironment {
    private final RunEnvironment environment;
    private final TimeBreakdown times;
    private final ErrorCollector errors;
    private Optional<References> references = Optional.empty();

    LentRunEnvironment(RunEnvironment environment, TimeBreakdown times, Clock clock) {
        this.environment = environment;
        this.times = times;
        this.errors = new ErrorCollector(clock);
        // What its opening complained of holds for every run on it.
        environment.errors().forEach(error -> errors.report(error.place(), error.failure()));
        environment.nativeSource().reportTo(errors);
        environment.browsers().forEach(browser -> browser.reportTo(errors));
    }

    @Override
    public Machine machine() {
        return environment.machine();
    }

    @Override
    public NoiseMeter noise() {
        return environment.noise();
    }

    @Override
    public UsageMeter usage() {
        return environment.usage();
    }

    @Override
    public RunnerSource nativeSource() {
        return environment.nativeSource();
    }

    @Override
    public List<RunnerSource> browsers() {
        return environment.browsers();
    }

    @Override
    public Optional<EnginePackage> engine() {
        return environment.engine();
    }

    @Override
    public List<Failure> defects() {
        return environment.defects();
    }

    @Override
    public List<CollectedError> errors() {
        return errors.all();
    }

    @Override
    public JobIds jobIds() {
        return environment.jobIds();
    }

    /** By case id, and two suites may have one in common whose seed or model differs. */
    @Override
    public References references(Duration timeout) {
        References store = references.orElseGet(() -> new References(
                environment.nativeSource(),
                timeout,
                environment.jobIds(),
                times,
                new SecureRandom().nextLong(),
                environment.exactResults()));
        references = Optional.of(store);
        return store;
    }

    @Override
    public ResolvedModel resolve(String reference) {
        return environment.resolve(reference);
    }

    @Override
    public PreparedCase prepare(SuiteCase wanted, ResolvedModel model, long seed) {
        return environment.prepare(wanted, model, seed);
    }

    @Override
    public PreparedCase fitted(
            SuiteCase wanted,
            ResolvedModel model,
            long seed,
            PreparedCase testCase,
            Function<PreparedCase, References.Found> trials) {
        return environment.fitted(wanted, model, seed, testCase, trials);
    }

    @Override
    public StreamInput sound(SuiteCase wanted) {
        return environment.sound(wanted);
    }

    @Override
    public Samples samples(PreparedCase testCase, SuiteCase wanted, int count) {
        return environment.samples(testCase, wanted, count);
    }

    @Override
    public Followers followers(SuiteCase wanted) {
        return environment.followers(wanted);
    }

    @Override
    public Map<String, ModelArtifact> sounds() {
        return environment.sounds();
    }

    @Override
    public PreparedCase probe() {
        return environment.probe();
    }

    @Override
    public void kill() {
        environment.kill();
    }

    @Override
    public void close() {
        // Its lender closes what is on it.
    }
}
