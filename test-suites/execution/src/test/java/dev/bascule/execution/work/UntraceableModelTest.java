package dev.bascule.execution.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.ModelWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class UntraceableModelTest {
    private static final Duration LIMIT = Duration.ofSeconds(9);
    private static final Script RIGHT = Script.right(Backends.NATIVE_CPU);
    private static final Kernel ADD = new Kernel("Add", "CPUExecutionProvider", List.of(), List.of(), 1, 0.5);

    private static final RunnerGateway NOBODY = new RunnerGateway() {
        @Override
        public Invitation invite(String name, AssetLocator locator) {
            throw new AssertionError("a scripted launcher needs no invitation");
        }
    };

    private static final ModelTracer.Subject MODEL = new ModelTracer.Subject(
            "1".repeat(64),
            "x float32[2] in 2 steps",
            new ModelArtifact("0".repeat(64), 1, Path.of("sum.onnx")),
            new Feeds(
                    Map.of("x", List.of(Tensor.floats(Shape.of(2), 1, 2), Tensor.floats(Shape.of(2), 3, 4))),
                    Map.of("x", "sum")),
            List.of("sum"));

    private static ScriptedLauncher launcher(Script script) {
        return ScriptedLauncher.of(number -> ScriptedRunner.named("process-" + number)
                .on(Backends.NATIVE_CPU, script)
                .build());
    }

    private static Traced traced(ScriptedLauncher launcher) {
        try (RunnerSource source = new RunnerSource(
                        "native", Side.NATIVE, launcher, NOBODY, Duration.ofSeconds(1), new TimeBreakdown());
                ModelTracer tracer = new ModelTracer(source, new JobIds(), LIMIT)) {
            return tracer.trace(MODEL, 3);
        }
    }

    private static Script telling(List<Kernel> kernels, Map<String, String> facts) {
        return RIGHT.with(new RawEvidence(
                Optional.of("cpu"), Optional.empty(), List.of(), List.of(), Map.of(), List.of(), facts, kernels));
    }

    private static Failure failure(Script script) {
        assertThat(traced(launcher(script))).isInstanceOf(Traced.Failed.class);
        return ((Traced.Failed) traced(launcher(script))).failure();
    }

    @Test
    void the_first_step_alone_is_run_optimised_on_so_many_threads_with_its_kernels_timed() {
        ScriptedLauncher launcher = launcher(telling(List.of(ADD), Map.of()));
        ModelWork work = traced(launcher).result().orElseThrow();
        assertThat(work.model()).isEqualTo(MODEL.sha256());
        assertThat(work.inputs()).isEqualTo(MODEL.inputs());
        assertThat(work.threads()).isEqualTo(3);
        assertThat(work.kernels()).containsExactly(ADD);
        Job job = launcher.launched().get(0).runner().jobs().get(0);
        assertThat(job.settings().kernelRuns()).isEqualTo(OptionalInt.of(5));
        assertThat(job.settings().evidence()).isTrue();
        assertThat(job.feeds().steps()).isEqualTo(1);
        assertThat(launcher.alive()).isZero();
    }

    @Test
    void an_engine_that_tells_of_no_kernel_is_named() {
        Failure failure = failure(telling(List.of(), Map.of()));
        assertThat(failure.code()).isEqualTo(ErrorCode.EXECUTION_FAILED);
        assertThat(failure.message()).contains("keeps no record of its kernels");
    }

    @Test
    void kernels_that_were_not_believed_are_told_with_why() {
        assertThat(failure(telling(List.of(), Map.of(RawEvidence.KERNELS_REFUSED, "0 kernels in 1.0 ms")))
                        .message())
                .contains("0 kernels in 1.0 ms");
        assertThat(failure(telling(List.of(), Map.of("evidenceError", "no space left")))
                        .message())
                .contains("no space left");
    }

    @Test
    void a_graph_that_was_computed_when_it_was_created_has_no_kernels_and_that_is_its_work() {
        ScriptedLauncher launcher = launcher(telling(List.of(), Map.of(EvidenceJudge.NODES_LEFT, "0")));
        assertThat(traced(launcher).result().orElseThrow().kernels()).isEmpty();
    }

    @Test
    void a_model_that_is_refused_or_takes_too_long_is_a_failure_with_its_code() {
        assertThat(failure(RIGHT.refusing("create", "Error", "no kernel for Foo"))
                        .message())
                .contains("no kernel for Foo");
        assertThat(failure(RIGHT.timingOut("first")).code()).isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
    }
}
