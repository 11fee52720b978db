package dev.bascule.cli;

import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.models.HubSettings;
import dev.bascule.suites.models.ModelKind;
import dev.bascule.suites.models.ModelResolver;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.function.Function;

/** Looks into models for what kind they are. Stateless. */
final class ModelKinds {
    private ModelKinds() {}

    /** One that fetches a model of the hub, as the run that it selects for would. */
    static Function<SuiteModel, ModelKind> of(CliContext context) {
        return kinds(context, HubSettings.of(context.environment()));
    }

    /** One that knows of the hub what lies in the cache. */
    static Function<SuiteModel, ModelKind> withoutNetwork(CliContext context) {
        return kinds(context, HubSettings.of(context.environment()).withoutNetwork());
    }

    private static Function<SuiteModel, ModelKind> kinds(CliContext context, HubSettings hub) {
        // Lenient: that an engine cannot read a model is for the run to say.
        ModelResolver models = ModelResolver.lenient(CacheFolder.of(context.environment(), context.home()), hub);
        return model -> models.kind(model.reference(), Path.of(""));
    }
}
