package dev.bascule.bridge.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** Jobs that no page survives, or none should. */
final class FaultyJobs {
    /** A square of 6.4 GB: more than the 4 GiB that wasm can address. */
    private static final int BEYOND_MEMORY = 40_000;

    private static final Path TRAP = Path.of(
            System.getProperty("bascule.corpora", "../../shared/corpora"),
            "onnx-node",
            "test_averagepool_2d_dilations",
            "model.onnx");

    private FaultyJobs() {}

    static Job outerSum(Path folder) {
        try {
            Path file = Files.write(folder.resolve("outer.onnx"), TinyOnnx.outerSum(BEYOND_MEMORY));
            Tensor column = Tensor.floats(Shape.of(BEYOND_MEMORY, 1), new float[BEYOND_MEMORY]);
            Tensor row = Tensor.floats(Shape.of(1, BEYOND_MEMORY), new float[BEYOND_MEMORY]);
            return job(Backends.WASM, file, Map.of("x", column, "state", row), "sum");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A published operator case that makes ONNX Runtime Web's WebNN provider trap. */
    static Job trap() {
        assumeTrue(Files.isRegularFile(TRAP), "no corpus at " + TRAP);
        float[] values = new float[16];
        for (int i = 0; i < values.length; i++) {
            values[i] = i + 1;
        }
        return job(Backends.WEBNN, TRAP, Map.of("x", Tensor.floats(Shape.of(1, 1, 4, 4), values)), "y");
    }

    private static Job job(Backend backend, Path file, Map<String, Tensor> inputs, String output) {
        try {
            byte[] model = Files.readAllBytes(file);
            String sha256 = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(model));
            return new Job(
                    "job-" + UUID.randomUUID(),
                    backend,
                    new ModelArtifact(sha256, model.length, file),
                    Feeds.of(inputs),
                    List.of(output),
                    SessionSettings.defaults());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
