package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SampleAssets;
import dev.bascule.models.zoo.ZooStore;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page's own pipeline makes is judged, by the limits of PIPELINES.md. */
@Tag("red-team")
class PipelineRunsTest {
    private static final String PIXELS = "pixel_values";
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    @TempDir
    Path folder;

    @Test
    void a_page_within_the_limit_is_right() {
        assertThat(judged(picture(), pixels(1, 2, 3), pixels(1, 2, 3 + 9e-6f))).isEmpty();
    }

    @Test
    void a_page_that_swaps_two_channels_is_found_out() {
        assertThat(judged(picture(), pixels(1, 2, 3), pixels(3, 2, 1))).hasValueSatisfying(failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.PIPELINE_WRONG);
            assertThat(failure.message())
                    .isEqualTo(
                            "the page's own input pipeline makes other inputs: off by 2.00, where pixels may differ by 1e-5");
        });
    }

    @Test
    void a_page_that_makes_no_tensor_or_one_of_another_shape_is_found_out() {
        Map<String, Tensor> transposed = Map.of(PIXELS, Tensor.floats(Shape.of(3, 1), 1, 2, 3));
        assertThat(judged(picture(), pixels(1, 2, 3), Map.of())).isPresent();
        assertThat(judged(picture(), pixels(1, 2, 3), transposed))
                .hasValueSatisfying(failure -> assertThat(failure.message()).contains("its shape or type"));
    }

    @Test
    void a_jpegs_decoder_may_be_two_levels_off_and_no_more() throws IOException {
        Path file = folder.resolve("named-like-a.png");
        ImageIO.write(new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB), "jpg", file.toFile());
        PipelineRequest jpeg = new PipelineRequest(
                "job",
                new PipelineSpec.Vision(1, 1, HALF, HALF),
                Map.of("image", new ModelArtifact(Sha256.of(file), Files.size(file), file)),
                Optional.empty());
        assertThat(judged(jpeg, pixels(0, 0, 0), pixels(0, 0, 0.0156f))).isEmpty();
        assertThat(judged(jpeg, pixels(0, 0, 0), pixels(0, 0, 0.0158f))).isPresent();
    }

    @Test
    void a_sentences_ids_are_identical_or_wrong() {
        PipelineRequest text = new PipelineRequest("job", new PipelineSpec.Text(2), Map.of(), Optional.of("a bridge"));
        Map<String, Tensor> ids = Map.of("input_ids", Tensor.longs(Shape.of(1, 2), 7, 8));
        assertThat(judged(text, ids, ids)).isEmpty();
        assertThat(judged(text, ids, Map.of("input_ids", Tensor.longs(Shape.of(1, 2), 7, 9))))
                .isPresent();
    }

    @Test
    void a_sound_at_its_own_rate_is_judged_and_one_that_browsers_resample_is_not() {
        Map<String, Tensor> quiet = Map.of("pcm", Tensor.floats(Shape.of(1, 2), 0, 0));
        Map<String, Tensor> loud = Map.of("pcm", Tensor.floats(Shape.of(1, 2), 0, 0.5f));
        assertThat(judged(sound(16_000), quiet, loud)).isPresent();
        assertThat(judged(sound(8_000), quiet, loud)).isEmpty();
        assertThat(run(sound(8_000), quiet, loud).notes())
                .containsEntry(
                        "pipeline.limit", "browsers resample by filters of their own, so the page's is not judged");
    }

    /** Native runners of which the first so many are lost while they make inputs. */
    private static RunnerSource losing(int lost) {
        AtomicReference<ScriptedLauncher> launcher = new AtomicReference<>();
        launcher.set(ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
                .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
                .preparing(request -> pixels(1, 2, 3))
                .onPhase(phase -> {
                    if (number < lost) {
                        launcher.get().launched().get(number).kill();
                    }
                })
                .build()));
        return source(launcher.get());
    }

    private static RunnerSource source(Launcher launcher) {
        return new RunnerSource(
                "native",
                Side.NATIVE,
                launcher,
                new RunnerHub(Duration.ofSeconds(1)),
                Duration.ofSeconds(9),
                new TimeBreakdown());
    }

    @Test
    void a_child_that_is_lost_while_it_makes_inputs_is_replaced_once() {
        PipelineRequest request = picture();
        try (RunnerSource once = losing(1)) {
            assertThat(made(PipelineRuns.run(request, once, List.of())).tensors())
                    .isEqualTo(pixels(1, 2, 3));
        }
        try (RunnerSource twice = losing(2)) {
            assertThat(PipelineRuns.run(request, twice, List.of()))
                    .isInstanceOfSatisfying(PipelineRuns.Lost.class, lost -> {
                        assertThat(lost.failure().code()).isEqualTo(ErrorCode.REFERENCE_UNAVAILABLE);
                        assertThat(lost.failure().message()).contains("was lost twice");
                    });
        }
    }

    @Test
    void a_child_that_does_not_start_makes_no_inputs_and_says_why() {
        Launcher never = new Launcher() {
            @Override
            public String id() {
                return "never";
            }

            @Override
            public Launch launch(RunnerGateway gateway, Duration timeout) {
                return new Launch.NotStarted(Failure.of(ErrorCode.PROBE_CRASHED, "SIGSEGV in [libengine.so]"));
            }
        };
        try (RunnerSource absent = source(never)) {
            assertThat(PipelineRuns.run(picture(), absent, List.of()))
                    .isInstanceOfSatisfying(
                            PipelineRuns.Lost.class,
                            lost -> assertThat(lost.failure().message())
                                    .contains("did not start: SIGSEGV in [libengine.so]"));
        }
    }

    private static PipelineRuns.Made made(PipelineRuns.Result result) {
        assertThat(result).isInstanceOf(PipelineRuns.Made.class);
        return (PipelineRuns.Made) result;
    }

    private static PipelineRuns.Made run(PipelineRequest request, Map<String, Tensor> here, Map<String, Tensor> there) {
        return made(PipelineRuns.run(request, making(here), Map.of("browser", making(there))));
    }

    private static Optional<Failure> judged(
            PipelineRequest request, Map<String, Tensor> here, Map<String, Tensor> there) {
        return Optional.ofNullable(run(request, here, there).failures().get("browser"));
    }

    private static IsolatedRunner making(Map<String, Tensor> made) {
        return source(ScriptedLauncher.of(number -> ScriptedRunner.named("runner-" + number)
                        .preparing(request -> made)
                        .build()))
                .lane(Backends.NATIVE_CPU);
    }

    private static Map<String, Tensor> pixels(float... values) {
        return Map.of(PIXELS, Tensor.floats(Shape.of(1, 3), values));
    }

    private PipelineRequest picture() {
        return request(new PipelineSpec.Vision(1, 1, HALF, HALF), "image", SampleAssets.PICTURE);
    }

    private PipelineRequest sound(int rate) {
        return request(new PipelineSpec.Audio("pcm", rate, 2, 80), "audio", SampleAssets.SPEECH);
    }

    private PipelineRequest request(PipelineSpec spec, String name, SampleAssets asset) {
        ModelArtifact file = new ZooStore(new CacheFolder(folder)).asset(asset);
        return new PipelineRequest("job", spec, Map.of(name, file), Optional.empty());
    }
}
