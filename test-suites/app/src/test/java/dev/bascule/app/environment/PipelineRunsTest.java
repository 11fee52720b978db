package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host makes the inputs of a case with a pipeline, whatever happens to its child. */
class PipelineRunsTest {
    private static final String PIXELS = "pixel_values";
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);

    @TempDir
    Path folder;

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
            assertThat(made(PipelineRuns.run(request, once)).tensors()).isEqualTo(pixels(1, 2, 3));
        }
        try (RunnerSource twice = losing(2)) {
            assertThat(PipelineRuns.run(request, twice)).isInstanceOfSatisfying(PipelineRuns.Lost.class, lost -> {
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
            assertThat(PipelineRuns.run(picture(), absent))
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

    private static Map<String, Tensor> pixels(float... values) {
        return Map.of(PIXELS, Tensor.floats(Shape.of(1, 3), values));
    }

    private PipelineRequest picture() {
        return request(new PipelineSpec.Vision(1, 1, HALF, HALF), "image", SampleAssets.PICTURE);
    }

    private PipelineRequest request(PipelineSpec spec, String name, SampleAssets asset) {
        ModelArtifact file = new ZooStore(new CacheFolder(folder)).asset(asset);
        return new PipelineRequest("job", spec, Map.of(name, file), Optional.empty());
    }
}
