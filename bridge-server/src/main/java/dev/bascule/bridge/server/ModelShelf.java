package dev.bascule.bridge.server;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.ModelArtifact;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files that may be fetched, by the SHA-256 of their content. A request names a hash, never a path: what is not on
 * the shelf does not exist. Thread-safe.
 */
final class ModelShelf implements AssetLocator {
    static final String PREFIX = "/models/";
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private final Map<String, ModelArtifact> allowed = new ConcurrentHashMap<>();
    private final String caching;

    ModelShelf(boolean cacheable) {
        this.caching = cacheable ? "private, max-age=31536000, immutable" : "no-store";
    }

    @Override
    public String locate(ModelArtifact artifact) {
        if (!SHA256.matcher(artifact.sha256()).matches()) {
            throw new BasculeException(
                    ErrorCode.INTERNAL_ERROR, "'%s' is not a SHA-256 in lower-case hex".formatted(artifact.sha256()));
        }
        allowed.put(artifact.sha256(), artifact);
        return PREFIX + artifact.sha256();
    }

    void serve(Context context) throws IOException {
        ModelArtifact artifact = allowed.get(context.pathParam("sha256"));
        if (artifact == null) {
            HttpError.NOT_FOUND.answer(context);
            return;
        }
        if (!Files.isReadable(artifact.file())) {
            HttpError.MODEL_CHANGED.answer(context);
            return;
        }
        if (Files.size(artifact.file()) != artifact.bytes()) {
            HttpError.MODEL_CHANGED.answer(context);
            return;
        }
        context.contentType("application/octet-stream")
                .header("Content-Length", Long.toString(artifact.bytes()))
                .header("Cache-Control", caching);
        Bodies.send(context, Files.newInputStream(artifact.file()));
    }
}
