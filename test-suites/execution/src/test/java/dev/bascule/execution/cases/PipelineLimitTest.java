package dev.bascule.execution.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits of PIPELINES.md. */
@Tag("red-team")
class PipelineLimitTest {
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    @TempDir
    Path folder;

    @Test
    void a_jpegs_decoder_may_be_two_levels_off_whatever_the_file_is_called_and_a_png_nothing() throws IOException {
        Path file = folder.resolve("named-like-a.png");
        ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "jpg", file.toFile());
        PipelineSpec spec = new PipelineSpec.Vision(1, 1, HALF, HALF);
        ModelArtifact jpeg = new ModelArtifact(Sha256.of(file), Files.size(file), file);
        assertThat(limit(spec, Map.of("image", jpeg)).maxAbs()).isEqualTo(2 / 255.0 / 0.5);
        assertThat(limit(spec, Map.of("image", sample(SampleAssets.PICTURE))).maxAbs())
                .isEqualTo(1e-5);
    }

    @Test
    void a_sentences_ids_are_identical_or_wrong() {
        assertThat(limit(new PipelineSpec.Text(2), Map.of()).maxAbs()).isEqualTo(0);
    }

    @Test
    void a_sound_is_judged_whatever_its_rate() {
        assertThat(sound("pcm", 16_000).maxAbs()).isEqualTo(1e-6);
        assertThat(sound("logmel", 16_000).maxAbs()).isEqualTo(1e-4);
        assertThat(sound("pcm", 8_000).why()).isEqualTo("samples may differ by 1e-6");
    }

    @Test
    void of_sixteen_bits_the_last_of_eight_may_differ_and_no_more() throws IOException {
        Path file = folder.resolve("deep.png");
        ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_USHORT_GRAY), "png", file.toFile());
        ModelArtifact deep = new ModelArtifact(Sha256.of(file), Files.size(file), file);
        assertThat(limit(new PipelineSpec.Vision(1, 1, HALF, HALF), Map.of("image", deep))
                        .maxAbs())
                .isBetween(0.0078, 0.0080);
    }

    private PipelineLimit sound(String features, int rate) {
        return limit(new PipelineSpec.Audio(features, rate, 2, 80), Map.of("audio", sample(SampleAssets.SPEECH)));
    }

    private static PipelineLimit limit(PipelineSpec spec, Map<String, ModelArtifact> assets) {
        return PipelineLimit.of(new PipelineRequest("job", spec, assets, Optional.empty()));
    }

    private ModelArtifact sample(SampleAssets asset) {
        return new ZooStore(new CacheFolder(folder)).asset(asset);
    }
}
