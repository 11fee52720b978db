package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workloads on runners that are right, wrong, elsewhere or unable. */
class ModelProbeTest {
    @TempDir
    Path folder;

    private ProfileFigure time(OperatorWorkload workload, Script script) {
        ScriptedLauncher launcher = ScriptedLauncher.of(number ->
                ScriptedRunner.named("page").on(Backends.WEBGPU, script).build());
        try (RunnerSource source = new RunnerSource(
                "browser",
                Side.BROWSER,
                launcher,
                new RunnerHub(Duration.ofSeconds(1)),
                Duration.ofSeconds(1),
                new TimeBreakdown())) {
            return new ModelProbe(
                            source,
                            Backends.WEBGPU,
                            new EvidenceJudge(Backends.installed()),
                            new JobIds(),
                            folder,
                            true,
                            1e-4)
                    .time(workload, 1)
                    .figure();
        }
    }

    /** By a clock that counts nanoseconds: of whole milliseconds the step alone would be known. */
    private static Script computing(OperatorWorkload workload) {
        return Script.right(Backends.WEBGPU)
                .computing(inputs -> Map.of("y", workload.expected()))
                .taking(1.00003, 0.99996, 1.00001, 0.99998, 1.00002);
    }

    @Test
    void a_right_workload_has_its_rate() {
        OperatorWorkload workload = OperatorWorkloads.matmul(DType.FLOAT32, 8);

        ProfileFigure figure = time(workload, computing(workload));

        // 2 × 8³ × 4 products in the script's 1 ms.
        assertThat(figure.rate())
                .hasValueSatisfying(rate -> assertThat(rate.median()).isCloseTo(4096e3, withinPercentage(0.1)));
        assertThat(figure.dtype()).contains("float32");
        assertThat(figure.notes()).isEmpty();
        assertThat(figure.placement()).contains(new ProfileFigure.Placement(ProofClass.PROVEN, 0));
    }

    @Test
    void a_workload_that_nobody_shows_the_place_of_says_so() {
        OperatorWorkload workload = OperatorWorkloads.launch();

        ProfileFigure figure = time(workload, computing(workload).withoutEvidence());

        assertThat(figure.rate()).isPresent();
        assertThat(figure.placement())
                .hasValueSatisfying(where -> assertThat(where.isAllProven()).isFalse());
        assertThat(figure.notes()).containsExactly("no record of the engine's shows where it ran");
    }

    @Test
    void nodes_that_ran_elsewhere_are_counted_against_it() {
        OperatorWorkload workload = OperatorWorkloads.launch();

        ProfileFigure figure = time(
                workload, computing(workload).placing(Map.of("WebGpuExecutionProvider", 3, "CPUExecutionProvider", 2)));

        assertThat(figure.placement()).contains(new ProfileFigure.Placement(ProofClass.PROVEN, 2));
        assertThat(figure.notes()).containsExactly("2 nodes ran on wasm");
    }

    @Test
    @Tag("red-team")
    void negative_control_one_wrong_value_costs_the_number() {
        OperatorWorkload workload = OperatorWorkloads.matmul(DType.FLOAT32, 8);
        double[] values = new double[64];
        for (int i = 0; i < 64; i++) {
            values[i] = Elements.of(workload.expected()).at(i) + (i == 63 ? 0.01 : 0);
        }
        Tensor wrong = NumberFormats.tensor(DType.FLOAT32, Shape.of(8, 8), values);

        ProfileFigure figure = time(workload, Script.right(Backends.WEBGPU).computing(inputs -> Map.of("y", wrong)));

        assertThat(figure.rate()).isEmpty();
        assertThat(figure.reason())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("its result is wrong: 1 of 64 values"));
    }

    @Test
    void what_goes_wrong_while_it_is_timed_costs_the_number() {
        OperatorWorkload workload = OperatorWorkloads.launch();

        ProfileFigure figure = time(workload, computing(workload).corruptFrom(4));

        assertThat(figure.reason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("its result is wrong"));
    }

    @Test
    @Tag("red-team")
    void negative_control_what_ran_elsewhere_has_no_number_here() {
        OperatorWorkload workload = OperatorWorkloads.launch();

        ProfileFigure figure = time(workload, computing(workload).placing("CPUExecutionProvider", 1));

        assertThat(figure.rate()).isEmpty();
        assertThat(figure.reason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("ran on wasm"));
    }

    @Test
    void what_is_refused_is_told_in_the_engines_words() {
        ProfileFigure figure = time(
                OperatorWorkloads.launch(),
                Script.right(Backends.WEBGPU).refusing("create", "Error", "Program MatMul requires f16"));

        assertThat(figure.reason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("requires f16"));
    }

    @Test
    void the_reference_multiplies_and_convolves_by_the_book() {
        assertThat(WorkloadReference.product(new double[] {1, 2, 3, 4}, new double[] {5, 6, 7, 8}, 2))
                .containsExactly(19, 22, 43, 50);
        double[] kernel = new double[9];
        kernel[1] = 10;
        kernel[4] = 1;
        // Each pixel and ten times the one above it.
        assertThat(WorkloadReference.convolution(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, kernel, 1, 3))
                .containsExactly(1, 2, 3, 14, 25, 36, 47, 58, 69);
    }

    @Test
    void sixteen_bits_are_rounded_to_the_nearest_and_ties_to_even() {
        double[] values = {1, -2, 65504, 0x1p-24, 1 + 0x1p-11, 1 + 3 * 0x1p-11, 0x1p-14, 1e6};
        Tensor half = NumberFormats.tensor(DType.FLOAT16, Shape.of(8), values);
        assertThat(read(half, 8))
                .containsExactly(1, -2, 65504, 0x1p-24, 1, 1 + 4 * 0x1p-11, 0x1p-14, Double.POSITIVE_INFINITY);
        Tensor brain = NumberFormats.tensor(DType.BFLOAT16, Shape.of(3), new double[] {1, 1 + 0x1p-8, 1 + 3 * 0x1p-8});
        assertThat(read(brain, 3)).containsExactly(1, 1, 1 + 4 * 0x1p-8);
    }

    private static double[] read(Tensor tensor, int length) {
        Elements.Reader reader = Elements.of(tensor);
        return java.util.stream.IntStream.range(0, length)
                .mapToDouble(reader::at)
                .toArray();
    }
}
