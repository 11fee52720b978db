package dev.bascule.studies.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.exact.rounding.ProductFormat;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.attempt.ScriptedEnvironment.NoGateway;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.suites.setting.ReferenceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cells of a small network of two products, on runners that really compute it and the questions, in floats whose factors they round as
 * a test says.
 */
class LoweredCellsTest {
    private static final MeasurementPlan PLAN = new MeasurementPlan(
            new TimingPlan(12, Duration.ZERO, 8, Duration.ofMinutes(5), Duration.ofSeconds(1), 1),
            Duration.ofSeconds(20),
            4,
            WarmUp.DEFAULT);
    private static final int ROWS = 4;
    private static final int IN = 96;
    private static final int HIDDEN = 48;
    private static final int OUT = 10;
    private static final FloatFormat SINGLE = FloatFormat.of(DType.FLOAT32);

    private final SplittableRandom random = new SplittableRandom(21);
    private final float[] x = drawn(ROWS * IN);
    private final float[] first = drawn(IN * HIDDEN);
    private final float[] bias = drawn(HIDDEN);
    private final float[] second = drawn(HIDDEN * OUT);

    @TempDir
    Path folder;

    private float[] drawn(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }

    /** What an engine does with both products of the network, and what it does when it is asked. */
    private record Engine(FloatFormat factors, FloatFormat asked, float[] first, float[] bias, float[] second) {
        Map<String, Tensor> run(Map<String, Tensor> inputs) {
            if (inputs.containsKey("x0")) {
                return Map.of("y", probe(inputs.get("x0"), inputs.get("x1")));
            }
            float[] hidden = product(floats(inputs.get("x")), first, ROWS, IN, HIDDEN, factors);
            for (int i = 0; i < hidden.length; i++) {
                hidden[i] = Math.max(0, hidden[i] + bias[i % HIDDEN]);
            }
            return Map.of("y", Tensor.floats(Shape.of(ROWS, OUT), product(hidden, second, ROWS, HIDDEN, OUT, factors)));
        }

        private Tensor probe(Tensor a, Tensor b) {
            List<Long> dims = a.shape().dims();
            int count = Math.toIntExact(dims.get(0));
            int length = Math.toIntExact(dims.get(dims.size() - 1));
            if (dims.size() == 2) {
                return Tensor.floats(
                        Shape.of(count, count), product(floats(a), floats(b), count, length, count, asked));
            }
            float[] rows = floats(a);
            float[] columns = floats(b);
            float[] y = new float[count];
            for (int i = 0; i < count; i++) {
                float[] row = Arrays.copyOfRange(rows, i * length, (i + 1) * length);
                float[] column = Arrays.copyOfRange(columns, i * length, (i + 1) * length);
                y[i] = product(row, column, 1, length, 1, asked)[0];
            }
            return Tensor.floats(Shape.of(count, 1, 1), y);
        }

        private static float[] product(float[] a, float[] b, int m, int k, int n, FloatFormat format) {
            float[] left = rounded(a, format);
            float[] right = rounded(b, format);
            float[] c = new float[m * n];
            for (int i = 0; i < m; i++) {
                for (int t = 0; t < k; t++) {
                    for (int j = 0; j < n; j++) {
                        c[i * n + j] += left[i * k + t] * right[t * n + j];
                    }
                }
            }
            return c;
        }

        private static float[] rounded(float[] values, FloatFormat format) {
            float[] rounded = new float[values.length];
            for (int i = 0; i < rounded.length; i++) {
                rounded[i] = (float) format.nearest(values[i]);
            }
            return rounded;
        }

        private static float[] floats(Tensor tensor) {
            Elements.Reader reader = Elements.of(tensor);
            float[] values = new float[Math.toIntExact(tensor.shape().elements())];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) reader.at(i);
            }
            return values;
        }
    }

    private Engine engine(FloatFormat factors, FloatFormat asked) {
        return new Engine(factors, asked, first, bias, second);
    }

    private Attempt attempt(Engine engine) throws IOException {
        return attempt(engine, Optional.empty());
    }

    private Attempt attempt(Engine engine, Optional<Precision> precision) throws IOException {
        TimeBreakdown times = new TimeBreakdown();
        JobIds ids = new JobIds();
        RunnerSource natives = source("native", Backends.NATIVE_CPU, engine(SINGLE, SINGLE), times);
        RunnerSource other = source("other", Backends.CUDA, engine, times);
        return new AttemptExecutor(
                        new References(natives, PLAN.timeout(), ids, times, 17),
                        new AttemptJudge(new EvidenceJudge(Backends.installed()), Optional.of(true), NoiseMeter.DEAF),
                        PLAN,
                        ids,
                        Clock.systemUTC(),
                        times,
                        UsageMeter.none("nobody watched"),
                        new ProductProbes())
                .attempt(testCase(precision), new Place(other, Backends.CUDA), Optional.empty());
    }

    private static RunnerSource source(String name, Backend backend, Engine engine, TimeBreakdown times) {
        ScriptedLauncher launcher = ScriptedLauncher.of(number -> ScriptedRunner.named(name + number)
                .on(backend, Script.right(backend).computing(engine::run).placing(job -> nodes(job, backend)))
                .build());
        return new RunnerSource(name, Side.NATIVE, launcher, new NoGateway(), PLAN.timeout(), times);
    }

    /** Every node of what it was given. */
    private static List<RawEvidence.NodePlacement> nodes(Job job, Backend backend) {
        String provider = backend.executionProviders().iterator().next();
        return OnnxModelFile.open(job.model().file()).proto().getGraph().getNodeList().stream()
                .map(node -> new RawEvidence.NodePlacement(node.getName(), node.getOpType(), provider))
                .toList();
    }

    private PreparedCase testCase(Optional<Precision> precision) throws IOException {
        Tensor fed = Tensor.floats(Shape.of(ROWS, IN), x);
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", fed))
                .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(IN, HIDDEN), first)))
                .addInitializer(Protos.tensor("b", Tensor.floats(Shape.of(HIDDEN), bias)))
                .addInitializer(Protos.tensor("v", Tensor.floats(Shape.of(HIDDEN, OUT), second)))
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .addNode(Protos.node("MatMul", "first", List.of("x", "w"), List.of("a")))
                .addNode(Protos.node("Add", "bias", List.of("a", "b"), List.of("c")))
                .addNode(Protos.node("Relu", "relu", List.of("c"), List.of("d")))
                .addNode(Protos.node("MatMul", "second", List.of("d", "v"), List.of("y")));
        Path file = Files.write(
                folder.resolve("model.onnx"), Protos.model(17, graph).toByteArray());
        ResolvedModel resolved = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(Map.of()))
                .resolve(file.toString(), Path.of(""));
        SessionSettings settings = SessionSettings.defaults();
        return new PreparedCase(
                CaseId.of("test", "exact", "model", Map.of()),
                resolved.info(),
                resolved.artifact(),
                List.of("y"),
                resolved.inspection().lineages(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", fed))),
                precision
                        .map(asked -> settings.withOptions(settings.options().withPrecision(asked)))
                        .orElse(settings),
                new PreparedCase.Answers(Optional.empty(), List.of(), ReferenceKind.EXACT),
                Map.of());
    }

    private static String message(Attempt attempt) {
        return attempt.failure().map(Failure::message).orElse("");
    }

    private static Verdict verdict(Attempt attempt) {
        return Verdict.of(List.of(attempt), List.of());
    }

    @Test
    void a_backend_that_multiplies_in_32_bits_is_right() throws IOException {
        Attempt attempt = attempt(engine(SINGLE, SINGLE));
        assertThat(attempt.outcome()).as(message(attempt)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(verdict(attempt)).isEqualTo(Verdict.PASS);
        assertThat(attempt.numerics().flatMap(Numerics::products)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"TF32", "BF16", "FP16_INPUTS"})
    void one_that_multiplies_in_less_and_says_so_when_asked_is_right_in_part(ProductFormat format) throws IOException {
        Attempt attempt = attempt(engine(format.factors(), format.factors()));
        assertThat(attempt.outcome()).as(message(attempt)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(verdict(attempt)).isEqualTo(Verdict.PARTIAL);
        Failure warning = attempt.warnings().get(attempt.warnings().size() - 1);
        assertThat(warning.code()).isEqualTo(ErrorCode.PRODUCTS_NARROW);
        assertThat(warning.message())
                .startsWith("right for products of 32-bit floats in ")
                .contains("by products in fp32 ", " lie outside, up to ", "MatMul of vectors", "asked now");
        assertThat(attempt.numerics()
                        .orElseThrow()
                        .difference()
                        .noise()
                        .orElseThrow()
                        .most())
                .isLessThan(4);
        assertThat(attempt.evidence().facts()).containsKey("challenges.given");
    }

    @Test
    void one_that_rounds_and_says_that_it_does_not_stays_wrong_and_the_cell_says_both() throws IOException {
        Attempt attempt = attempt(engine(ProductFormat.TF32.factors(), SINGLE));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(message(attempt))
                .contains("would be right for products in tf32; but this backend was asked, and multiplies in fp32"
                        + " (MatMul, MatMul of vectors: fp32; asked now)");
    }

    /** Smaller than what products in tf32 are off, and no less wrong. */
    @Test
    void a_small_fault_of_a_backend_that_multiplies_in_32_bits_stays_wrong() throws IOException {
        float[] off = first.clone();
        off[IN * HIDDEN / 2] *= 1.001f;
        Attempt attempt = attempt(new Engine(SINGLE, SINGLE, off, bias, second));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(message(attempt)).contains("would be right for products in tf32; but this backend was asked");

        float[] further = first.clone();
        further[IN * HIDDEN / 2] *= 1.01f;
        assertThat(attempt(new Engine(SINGLE, SINGLE, further, bias, second)).outcome())
                .isEqualTo(Outcome.WRONG);
        assertThat(attempt(new Engine(SINGLE, SINGLE, first, new float[HIDDEN], second))
                        .outcome())
                .isEqualTo(Outcome.WRONG);
    }

    @Test
    void a_dropped_bias_of_a_backend_that_multiplies_in_less_is_wrong_there_too() throws IOException {
        FloatFormat tf32 = ProductFormat.TF32.factors();
        Attempt attempt = attempt(new Engine(tf32, tf32, first, new float[HIDDEN], second));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(message(attempt)).contains("not right for products in tf32 (MatMul) either");
    }

    @Test
    void who_asked_for_a_precision_gets_it_without_a_question_and_no_wider_one() throws IOException {
        Engine brain = engine(ProductFormat.BF16.factors(), SINGLE);
        Attempt asked = attempt(brain, Optional.of(Precision.BFLOAT16));
        assertThat(asked.outcome()).as(message(asked)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(verdict(asked)).isEqualTo(Verdict.PARTIAL);
        assertThat(asked.numerics().orElseThrow().tolerance().basis()).endsWith("asked for by --precision bf16");

        Attempt other = attempt(brain, Optional.of(Precision.TF32));
        assertThat(other.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(message(other)).contains("not right for products in tf32 either, which was asked for");
    }
}
