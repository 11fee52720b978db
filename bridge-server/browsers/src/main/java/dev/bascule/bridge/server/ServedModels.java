package dev.bascule.bridge.server;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.secret.CapabilityToken;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * The files that may be fetched, each at an address of its own for each request that a runner is sent: whoever was not sent it
 * does not know its token, and it ends with the request. An address names a hash, never a path. Thread-safe.
 */
final class ServedModels implements AssetLocator {
    static final String ROUTE = "/models/{token}/{sha256}";
    private static final String PREFIX = "/models/";
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /** No more than runners that load something now, so that looking at all of them is no work. */
    private final List<Lease> leases = new CopyOnWriteArrayList<>();

    private record Lease(CapabilityToken token, ModelArtifact artifact) {
        private String address() {
            return PREFIX + token.reveal() + "/" + artifact.sha256();
        }
    }

    @Override
    public String locate(ModelArtifact artifact) {
        if (!SHA256.matcher(artifact.sha256()).matches()) {
            throw new BasculeException(
                    ErrorCode.INTERNAL_ERROR, "'%s' is not a SHA-256 in lower-case hex".formatted(artifact.sha256()));
        }
        Lease lease = new Lease(CapabilityToken.random(), artifact);
        leases.add(lease);
        return lease.address();
    }

    @Override
    public void withdraw(String address) {
        leases.removeIf(lease -> lease.address().equals(address));
    }

    /** A path as it may be told: what is in a log must open nothing. */
    static String told(String path) {
        return path.startsWith(PREFIX) ? PREFIX + "…" : path;
    }

    void serve(Context context) throws IOException {
        Optional<ModelArtifact> lent = lent(context.pathParam("token"), context.pathParam("sha256"));
        if (lent.isEmpty()) {
            HttpError.NOT_FOUND.answer(context);
            return;
        }
        ModelArtifact artifact = lent.get();
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
                .header("Cache-Control", "no-store");
        ResponseBodies.send(context, Files.newInputStream(artifact.file()));
    }

    /** Compares with each of them: how long it takes tells nothing of any. */
    private Optional<ModelArtifact> lent(String token, String sha256) {
        Optional<ModelArtifact> found = Optional.empty();
        for (Lease lease : leases) {
            if (lease.token().matches(token) && lease.artifact().sha256().equals(sha256)) {
                found = Optional.of(lease.artifact());
            }
        }
        return found;
    }
}
