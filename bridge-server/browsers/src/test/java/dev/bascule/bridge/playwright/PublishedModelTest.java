package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A published model with its published output, through the whole bridge, on each backend. */
@Tag("browser")
@Tag("corpus")
@ExtendWith(RealBrowser.class)
class PublishedModelTest {
    private static final Path MNIST =
            Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "models", "mnist");
    private static final double TOLERANCE = 1e-3;

    static Stream<Backend> backends() {
        return Stream.of(Backends.WASM, Backends.WEBNN, Backends.WEBGPU);
    }

    @ParameterizedTest
    @MethodSource("backends")
    void it_gives_the_published_output_and_a_measured_block(Backend backend, Shared shared) throws Exception {
        assumeTrue(Files.isDirectory(MNIST), "no corpus at " + MNIST);
        float[] expected = rawFloats("output_0.pb", 10);
        RunnerSession session = shared.launched()
                .runner()
                .open(job(backend), RealBrowser.LIMIT)
                .result()
                .orElseThrow();
        float[] actual = floats(session.firstOutputs().all().get(0).tensor().data(), 10);
        assertThat(agree(actual, expected)).isTrue();
        expected[7] += 0.01f;
        assertThat(agree(actual, expected)).as("negative control").isFalse();
        Block block = session.measure(BlockRequest.ofIterations(5, RealBrowser.LIMIT), RealBrowser.LIMIT)
                .result()
                .orElseThrow();
        assertThat(block.samples().millis()).hasSize(5).doesNotContain(0.0);
        assertThat(block.newOutputs().all()).isEmpty();
        SessionEnd closing = session.finish(RealBrowser.LIMIT).result().orElseThrow();
        assertThat(closing.phases().create()).isPresent();
        assertThat(closing.evidence().orElseThrow().log()).isNotEmpty();
    }

    private static boolean agree(float[] actual, float[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE)) {
                return false;
            }
        }
        return actual.length == expected.length;
    }

    private static Job job(Backend backend) throws Exception {
        byte[] model = Files.readAllBytes(MNIST.resolve("model.onnx"));
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(model));
        return new Job(
                "mnist-" + backend.id(),
                backend,
                new ModelArtifact(sha256, model.length, MNIST.resolve("model.onnx")),
                Feeds.of(Map.of("Input3", Tensor.floats(Shape.of(1, 1, 28, 28), rawFloats("input_0.pb", 784)))),
                List.of("Plus214_Output_0"),
                SessionSettings.defaults());
    }

    /** In these files {@code raw_data} is a tensor's last field: the floats are the last bytes. */
    private static float[] rawFloats(String file, int count) throws IOException {
        byte[] bytes = Files.readAllBytes(MNIST.resolve("test_data_set_0").resolve(file));
        return floats(ByteBuffer.wrap(bytes, bytes.length - count * 4, count * 4), count);
    }

    private static float[] floats(ByteBuffer bytes, int count) {
        float[] values = new float[count];
        bytes.slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }
}
