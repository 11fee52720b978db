package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.numerics.OutputDistances;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Page and native side turn the same file into the same tensor, within the tolerances of PIPELINES.md. */
@Tag("browser")
@Tag("native")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PipelineParityTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    @TempDir
    static Path folder;

    private RunEnvironment environment;
    private IsolatedRunner page;
    private IsolatedRunner child;
    private ZooStore assets;

    @BeforeAll
    void start() {
        environment = WARM.withBrowser();
        page = environment.browsers().get(0).lane(Backends.WASM);
        child = environment.nativeSource().lane(Backends.NATIVE_CPU);
        assets = new ZooStore(new CacheFolder(folder));
    }

    @Test
    void sound_becomes_the_same_log_mel_frames() {
        agree(
                new PipelineSpec.Audio("logmel", 16_000, 100, 80),
                Map.of("audio", assets.asset(SampleAssets.SPEECH)),
                Optional.empty(),
                1e-4);
    }

    @Test
    void sound_becomes_the_same_samples() {
        agree(
                new PipelineSpec.Audio("pcm", 16_000, 100, 80),
                Map.of("audio", assets.asset(SampleAssets.SPEECH)),
                Optional.empty(),
                1e-6);
    }

    @Test
    void a_png_becomes_the_same_pixels() {
        agree(
                new PipelineSpec.Vision(64, 64, HALF, HALF),
                Map.of("image", assets.asset(SampleAssets.PICTURE)),
                Optional.empty(),
                1e-5);
    }

    @Test
    void a_jpeg_becomes_the_same_pixels_but_for_a_level_or_two_of_its_decoder() throws IOException {
        BufferedImage picture = new BufferedImage(96, 80, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = picture.createGraphics();
        for (int x = 0; x < 96; x++) {
            pen.setColor(new Color(40 + x, 200 - x, 90 + x / 2));
            pen.drawLine(x, 0, x, 80);
        }
        pen.dispose();
        Path file = folder.resolve("picture.jpg");
        ImageIO.write(picture, "jpg", file.toFile());
        agree(
                new PipelineSpec.Vision(64, 64, HALF, HALF),
                Map.of("image", new ModelArtifact(Sha256.of(file), Files.size(file), file)),
                Optional.empty(),
                2 / 255.0 / 0.5);
    }

    @Test
    void a_sentence_becomes_the_same_ids() {
        agree(
                new PipelineSpec.Text(32),
                Map.of("tokenizer", assets.asset(SampleAssets.TOKENIZER)),
                Optional.of("Überall läuft, they say: the bridge swings over 3 rivers!"),
                0);
    }

    private void agree(PipelineSpec spec, Map<String, ModelArtifact> files, Optional<String> text, double tolerance) {
        Map<String, Tensor> here =
                made(child, new PipelineRequest(environment.jobIds().next(), spec, files, text));
        Map<String, Tensor> there =
                made(page, new PipelineRequest(environment.jobIds().next(), spec, files, text));
        assertThat(there.keySet()).isEqualTo(here.keySet()).isNotEmpty();
        assertThat(OutputDistances.between(here, there).values())
                .isNotEmpty()
                .allSatisfy(distance -> assertThat(distance).isLessThanOrEqualTo(tolerance));
        here.values().forEach(PipelineParityTest::isNotConstant);
    }

    /** Two sides that both made nothing would agree as well. */
    private static void isNotConstant(Tensor tensor) {
        if (tensor.dtype().isFloat()) {
            Elements.Reader values = Elements.of(tensor);
            int last = Math.toIntExact(tensor.shape().elements()) - 1;
            assertThat(values.at(last / 3)).isNotEqualTo(values.at(last / 2));
        }
    }

    private static Map<String, Tensor> made(IsolatedRunner runner, PipelineRequest request) {
        Reply<PipelineOutput> reply = runner.ask(live -> live.prepare(request, Duration.ofSeconds(120)));
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow().tensors();
    }
}
