package dev.bascule.bridge.page;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Jobs of one node, for tests of what is around them. */
public final class TinyJobs {
    private TinyJobs() {}

    /** {@code sum = x + state} on wasm. */
    public static Job add(Path folder) {
        return add(folder, Backends.WASM);
    }

    public static Job add(Path folder, Backend backend) {
        try {
            byte[] model = TinyOnnx.add();
            Path file = Files.write(folder.resolve("add.onnx"), model);
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(model));
            Tensor four = Tensor.floats(Shape.of(4), 1, 2, 3, 4);
            return new Job(
                    "job-" + UUID.randomUUID(),
                    backend,
                    new ModelArtifact(sha256, model.length, file),
                    Feeds.of(Map.of("x", four, "state", four)),
                    List.of("sum"),
                    SessionSettings.defaults());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
