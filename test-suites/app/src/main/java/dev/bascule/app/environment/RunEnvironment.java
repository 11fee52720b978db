package dev.bascule.app.environment;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.ExactCache;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.scenario.Followers;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Everything that a run works with: sources of runners, and cases made ready. Belongs to one thread, but for {@link #kill}. */
public interface RunEnvironment extends AutoCloseable {

    Machine machine();

    NoiseMeter noise();

    /** Counters and sensors of the machine that the runners are on; the same meter at each call. */
    default UsageMeter usage() {
        return UsageMeter.none("this machine's counters are not read");
    }

    RunnerSource nativeSource();

    /** The browsers that take part, the preferred one first. */
    List<RunnerSource> browsers();

    /** The version of onnxruntime-web that pages load; empty for the bundled one. */
    default Optional<EnginePackage> engine() {
        return Optional.empty();
    }

    /** Browsers that are there and do not work: what each lacks. */
    default List<Failure> defects() {
        return List.of();
    }

    /** What failed so far on it, counted, the gravest first. */
    default List<CollectedError> errors() {
        return List.of();
    }

    JobIds jobIds();

    /** The references of this run, with this limit on making one; the same store at each call. */
    References references(Duration timeout);

    /** Exact results of earlier runs. */
    default ExactCache exactResults() {
        return ExactCache.none();
    }

    /**
     * Finds, fetches or makes a model, and looks into it. Callable from several threads at once.
     *
     * @param reference as a suite names it
     * @throws dev.bascule.fallback.error.BasculeException when the model cannot be used
     */
    ResolvedModel resolve(String reference);

    /**
     * Makes the inputs of a case.
     *
     * @param model the case's
     * @throws dev.bascule.fallback.error.BasculeException when an input cannot be used
     */
    PreparedCase prepare(SuiteCase wanted, ResolvedModel model, long seed);

    /**
     * The case at sizes that its model runs with, where Bascule chose them; refused where it found none.
     *
     * @param testCase as prepared of the same
     */
    default PreparedCase fitted(SuiteCase wanted, ResolvedModel model, long seed, PreparedCase testCase) {
        return fitted(
                wanted,
                model,
                seed,
                testCase,
                one -> references(wanted.settings().get(CaseKeys.TIMEOUT)).of(one));
    }

    /** @param trials runs a case on native CPU once, and knows of no other run's cases */
    default PreparedCase fitted(
            SuiteCase wanted,
            ResolvedModel model,
            long seed,
            PreparedCase testCase,
            Function<PreparedCase, References.Found> trials) {
        return testCase;
    }

    /** All of these in turn, but that its sizes may not fit its model. */
    default PreparedCase prepare(SuiteCase wanted, long seed) {
        return prepare(wanted, resolve(wanted.model().reference()), seed);
    }

    /** What a case takes of a sound in real time, or why nothing. */
    StreamInput sound(SuiteCase wanted);

    /** One sound in several codecs, by the name of its file. */
    Map<String, ModelArtifact> sounds();

    /**
     * Samples of a case's model whose answers are known, or why there are none.
     *
     * @param testCase as prepared of the same
     */
    default Samples samples(PreparedCase testCase, SuiteCase wanted, int count) {
        return Samples.NONE;
    }

    /**
     * The models that go on with what a case's model makes.
     *
     * @param wanted a case of a model with which a chain begins, or of any other
     */
    default Followers followers(SuiteCase wanted) {
        return Followers.NONE;
    }

    /** A tiny case that every backend runs. */
    PreparedCase probe();

    /** Whether its runners serve another run after this one, of which nothing is timed either: a sound one is left running. */
    default boolean keepsRunners() {
        return false;
    }

    /** Kills every process at once; callable from any thread. */
    void kill();

    /**
     * Ends the run on it: closes it in good order, which waits for answers, or at once where the thread is or meanwhile gets
     * interrupted, for one who wants out gets out. What cannot be closed is only logged, since it must not cost what was
     * measured. Clears the thread's interrupt flag and returns whether it was set.
     */
    default boolean end() {
        return UninterruptedClose.of(this::kill, this::close);
    }

    @Override
    void close();
}
