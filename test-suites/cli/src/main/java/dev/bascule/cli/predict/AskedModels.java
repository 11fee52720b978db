package dev.bascule.cli.predict;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.feasible.DeclaredLimits;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is in the files of the models that are asked about. Immutable.
 *
 * @param models by SHA-256
 */
record AskedModels(Map<String, ResolvedModel> models) {

    AskedModels {
        models = Map.copyOf(models);
    }

    /** Of suites of one model each. */
    static AskedModels of(CliContext context, List<Suite> suites) {
        Map<String, ResolvedModel> models = new LinkedHashMap<>();
        for (Suite suite : suites) {
            ResolvedModel model = resolved(context, suite.models().get(0));
            models.put(model.info().sha256(), model);
        }
        return new AskedModels(models);
    }

    static ResolvedModel resolved(CliContext context, SuiteModel model) {
        return ModelResolver.lenient(
                        CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()))
                .resolve(model.reference(), Path.of(""));
    }

    /** The data, with these models' operators. */
    PredictionData in(PredictionData data) {
        PredictionData all = data;
        for (ResolvedModel model : models.values()) {
            all = all.with(model.info());
        }
        return all;
    }

    /** Why the engine of a target does not read a model, by what it declares. */
    Optional<String> refusal(String sha256, TargetKey target) {
        return Optional.ofNullable(models.get(sha256))
                .flatMap(model -> DeclaredLimits.refusal(model.inspection(), target));
    }
}
