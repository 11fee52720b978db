package dev.bascule.cli.pool;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What a plan was made of, so that whoever serves it later can tell whether that is still so. Immutable.
 *
 * @param machine fingerprint; blank where nobody tells it
 * @param models by name
 * @param memory that was asked for as the most; empty where nothing was
 */
record PoolOrigin(String machine, Map<String, Source> models, OptionalLong memory) {
    static final PoolOrigin NONE = new PoolOrigin("", Map.of(), OptionalLong.empty());

    PoolOrigin {
        models = Map.copyOf(models);
    }

    /**
     * @param reference as the model was asked for
     * @param sha256 of its file
     */
    record Source(String reference, String sha256) {}
}
