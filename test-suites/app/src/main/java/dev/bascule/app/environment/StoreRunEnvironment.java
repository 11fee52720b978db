package dev.bascule.app.environment;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.ExactCache;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.studies.scenario.Followers;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A run environment that takes its models from this machine's stores and lets this machine's native side make inputs and
 * references, wherever its browsers are.
 */
abstract class StoreRunEnvironment implements RunEnvironment {
    private final RunnerSource nativeSource;
    private final ModelStores stores;
    private final TimeBreakdown times;
    private final JobIds ids = new JobIds();
    private final CasePreparer preparer;
    private final ErrorCollector errors;
    private final SecureRandom random = new SecureRandom();
    private final SizeSearch sizes = new SizeSearch();
    private Optional<References> references = Optional.empty();

    /** @param errors what its sources report to */
    StoreRunEnvironment(RunnerSource nativeSource, ModelStores stores, TimeBreakdown times, ErrorCollector errors) {
        this.errors = errors;
        this.nativeSource = nativeSource;
        this.stores = stores;
        this.times = times;
        this.preparer =
                new CasePreparer(new ModelResolver(stores.cache(), stores.hub()), new ZooStore(stores.cache()), ids);
    }

    /** Ends what it has beside runners. */
    abstract void release();

    @Override
    public final RunnerSource nativeSource() {
        return nativeSource;
    }

    @Override
    public final List<CollectedError> errors() {
        return errors.all();
    }

    @Override
    public final JobIds jobIds() {
        return ids;
    }

    @Override
    public final References references(Duration timeout) {
        References store = references.orElseGet(
                () -> new References(nativeSource, timeout, ids, times, random.nextLong(), exactResults()));
        references = Optional.of(store);
        return store;
    }

    @Override
    public final ExactCache exactResults() {
        return ExactCache.in(stores.cache());
    }

    @Override
    public final ResolvedModel resolve(String reference) {
        return preparer.resolve(reference);
    }

    @Override
    public final PreparedCase prepare(SuiteCase wanted, ResolvedModel model, long seed) {
        return preparer.prepare(
                wanted, model, seed, sizes.known(model), request -> PipelineRuns.run(request, nativeSource));
    }

    @Override
    public final PreparedCase fitted(
            SuiteCase wanted,
            ResolvedModel model,
            long seed,
            PreparedCase testCase,
            Function<PreparedCase, References.Found> trials) {
        return sizes.fit(model, testCase, trials, () -> prepare(wanted, model, seed));
    }

    @Override
    public final StreamInput sound(SuiteCase wanted) {
        return preparer.sound(wanted);
    }

    @Override
    public final Samples samples(PreparedCase testCase, SuiteCase wanted, int count) {
        return preparer.samples(testCase, wanted, count);
    }

    @Override
    public final Followers followers(SuiteCase wanted) {
        List<String> followers = resolve(wanted.model().reference()).usage().followers();
        if (followers.isEmpty()) {
            return Followers.NONE;
        }
        try {
            return new Followers.Ready(
                    followers.stream().map(id -> follower(wanted, id)).toList());
        } catch (BasculeException e) {
            return new Followers.Absent(e.failure());
        }
    }

    /** A pipeline or the model before makes all of its inputs, so that its seed does not matter. */
    private PreparedCase follower(SuiteCase first, String id) {
        SuiteModel model = new SuiteModel(PretrainedModels.PREFIX + id, id, SuiteModel.Feed.NONE);
        SuiteCase wanted = new SuiteCase(
                CaseId.of(first.id().suite(), first.id().path(), id, first.id().settings()),
                model,
                first.settings(),
                first.chains(),
                first.comparisons());
        return prepare(wanted, resolve(model.reference()), 0);
    }

    @Override
    public final Map<String, ModelArtifact> sounds() {
        return preparer.sounds();
    }

    @Override
    public final PreparedCase probe() {
        return ProbeModel.prepared(stores.cache());
    }

    @Override
    public final void kill() {
        browsers().forEach(RunnerSource::kill);
        nativeSource.kill();
    }

    @Override
    public final boolean end() {
        return times.time("stopping browsers and native runners", () -> UninterruptedClose.of(this::kill, this::close));
    }

    @Override
    public final void close() {
        browsers().forEach(RunnerSource::close);
        nativeSource.close();
        release();
    }
}
