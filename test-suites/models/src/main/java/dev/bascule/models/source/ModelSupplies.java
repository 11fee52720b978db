package dev.bascule.models.source;

import dev.bascule.fallback.run.ModelSupply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Tells how a run came by a model. Stateless. */
public final class ModelSupplies {
    private ModelSupplies() {}

    /**
     * @param reference as {@link ModelSource#parse} reads it
     * @param before how long the network took where it was fetched for this run before its model was asked for
     */
    public static ModelSupply of(String reference, ResolvedModel model, Optional<Duration> before) {
        String sha256 = model.info().sha256();
        return model.download()
                .or(() -> before)
                .map(took -> ModelSupply.downloaded(reference, sha256, took))
                .orElseGet(() -> ModelSupply.local(reference, sha256, reason(reference)));
    }

    private static String reason(String reference) {
        ModelSource source = ModelSource.parse(reference, Path.of(""));
        if (source instanceof ModelSource.FromHub
                || source instanceof ModelSource.FromPackage
                || source instanceof ModelSource.FromPretrained) {
            return "it was in the cache";
        }
        if (source instanceof ModelSource.FromOperation) {
            return "the model of one operator, made on this machine";
        }
        return source instanceof ModelSource.FromZoo
                ? "a built-in model, made on this machine"
                : "a file of this machine";
    }
}
