package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.execution.service.DoctorService;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.studies.hardware.ArithmeticStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorMatrixTest {
    private static final Machine MACHINE = new Machine(
                    "f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), 8L << 30, List.of())
            .with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("kernel", "6.1")));

    @TempDir
    private Path folder;

    private final FakeServices services = new FakeServices();

    @BeforeEach
    void a_history() throws IOException {
        Files.createDirectories(folder.resolve(".bascule"));
        Files.createFile(folder.resolve(".bascule/history.duckdb"));
        services.inMemory.append(record(
                "20261121-1600",
                "onnx-node",
                CaseRuns.passed(model("test_matmul", "MatMul", DType.FLOAT32), Chain.of(Backends.WASM)),
                CaseRuns.failed(model("test_matmul", "MatMul", DType.FLOAT32), Chain.of(Backends.NATIVE_CPU)),
                CaseRuns.passed(model("test_abs", "Abs", DType.FLOAT16), Chain.of(Backends.WASM))));
    }

    private static RunRecord record(String id, String suite, CaseRun... cells) {
        return new RunRecord(
                new Invocation(id, suite, "0".repeat(64), 1, "bascule conformance " + suite),
                new RunRecord.Times(
                        CliHarness.NOW, CliHarness.NOW.plusSeconds(9), Map.of("all", Duration.ofSeconds(9))),
                new Machine("f".repeat(16), "Linux", new Machine.Cpu("cpu", 2, List.of()), 1L << 30, List.of()),
                RunRecord.Extent.WHOLE,
                List.of(cells),
                List.of());
    }

    private static CaseRuns.Case model(String name, String operator, DType dtype) {
        return model(ModelInfo.CONFORMANCE, "onnx-node", name, operator, dtype);
    }

    private static CaseRuns.Case model(String task, String suite, String name, String operator, DType dtype) {
        return new CaseRuns.Case(
                CaseId.of(suite, "ai.onnx", name, Map.of()),
                new ModelInfo(
                        name,
                        "%064x".formatted(name.hashCode() & 0xFFFFFFFFL),
                        100,
                        Family.OTHER,
                        task,
                        Map.of("ai.onnx", 17L),
                        Map.of(operator, 1),
                        0,
                        List.of(new OperatorSignature("ai.onnx", operator, 17, Optional.of(dtype), 1))));
    }

    @Test
    void operators_stand_against_targets_with_counts_and_reasons() {
        CliHarness.Result result = run("matrix", "--ops");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsPattern("MatMul +17 \\(13\\) +float32 +1/1 ok +0/1 FAILED")
                .contains("1 FAILED, EXECUTION_FAILED: in phase 'first': it went wrong (onnx-node:ai.onnx:test_matmul)")
                .contains("run 20261121-1600 (3 cells)");
        assertThat(run("matrix", "--ops", "--filter", "abs float16").out())
                .contains("Abs")
                .doesNotContain("MatMul");
        assertThat(run("matrix", "--ops", "--run", "20261121").out()).contains("MatMul");
    }

    @Test
    void operator_cases_are_counted_below_the_matrix_of_models_and_not_in_it() throws IOException {
        services.inMemory.append(record(
                "20261121-1700",
                "mine",
                CaseRuns.passed(
                        model("text-classification", "mine", "my-model", "MatMul", DType.FLOAT32),
                        Chain.of(Backends.WASM))));
        services.inMemory.append(record(
                "20261121-1800",
                "webnn",
                CaseRuns.passed(
                        model(ModelInfo.CONFORMANCE, "webnn", "relu_one", "Relu", DType.FLOAT32),
                        Chain.of(Backends.WASM))));

        assertThat(run("matrix").out())
                .contains("my-model")
                .contains("\n2 operator cases of onnx-node on 1 to 2 targets are left out: bascule matrix --ops\n")
                .contains("\n1 operator case of webnn on 1 target is left out: bascule matrix --ops\n")
                .doesNotContain("test_matmul")
                .doesNotContain("test_abs")
                .doesNotContain("relu_one");
        assertThat(run("matrix", "--suite", "onnx-node").out())
                .as("who names their suite sees them")
                .contains("test_matmul")
                .doesNotContain("left out");
        assertThat(run("matrix", "--run", "20261121-1600").out()).contains("test_abs");
        assertThat(Json.MAPPER.readTree(run("matrix", "--json").out()).at("/cells"))
                .hasSize(5);
    }

    @Test
    void a_history_of_operator_cases_alone_says_so() {
        CliHarness.Result result = run("matrix");

        assertThat(result.exit()).isZero();
        assertThat(result.out()).isEqualTo("""
                The history has operator cases only, and no cell of a model.

                2 operator cases of onnx-node on 1 to 2 targets are left out: bascule matrix --ops
                """);
    }

    /** The negative control: a model that is no conformance case is shown, and nothing is called left out. */
    @Test
    void a_matrix_of_models_alone_leaves_nothing_out() {
        services.inMemory = new InMemoryHistory();
        services.inMemory.append(record(
                "20261121-1700",
                "mine",
                CaseRuns.passed(
                        model("text-classification", "mine", "my-model", "MatMul", DType.FLOAT32),
                        Chain.of(Backends.WASM))));

        assertThat(run("matrix").out()).contains("my-model").doesNotContain("left out");
    }

    @Test
    void what_matches_nothing_and_what_belongs_elsewhere_is_refused() {
        assertThat(run("matrix", "--ops", "--filter", "nothing").exit()).isEqualTo(4);
        assertThat(run("matrix", "--html", "x.html").exit()).isEqualTo(2);
        assertThat(run("matrix", "bert-micro").err()).contains("belong to --ops");
        assertThat(run("matrix", "--ops", "--run", "2027").err()).contains("there is no run '2027'");
        assertThat(run("matrix", "--ops", "--limit", "-1").exit()).isEqualTo(2);
    }

    @Test
    void the_same_is_one_document_or_one_page() throws IOException {
        JsonNode document =
                Json.MAPPER.readTree(run("matrix", "--ops", "--json").out());
        assertThat(document.at("/operators/0/operator").asText()).isEqualTo("MatMul");
        assertThat(document.at("/operators/0/since").asInt()).isEqualTo(13);
        assertThat(document.at("/targets")).hasSize(2);

        assertThat(run("matrix", "--ops", "--html", "site").out()).contains("operators.html");
        assertThat(folder.resolve("site/operators.html")).content().contains("MatMul", "0/1");
        run("matrix", "--ops", "--html", "mine.html");
        assertThat(folder.resolve("mine.html")).isNotEmptyFile();
    }

    @Test
    void webnn_without_a_cell_of_it_is_told_and_the_page_has_no_section_of_it() throws IOException {
        assertThat(run("matrix", "--ops", "--webnn").err()).contains("no cell of webnn");
        assertThat(run("matrix", "--webnn").exit()).isEqualTo(2);
        run("matrix", "--ops", "--html", "plain.html");
        assertThat(folder.resolve("plain.html")).content().doesNotContain("id=\"webnn\"");
    }

    @Test
    void a_model_is_predicted_before_it_runs_and_what_was_never_seen_is_unknown() throws IOException {
        CliHarness.Result result = run("matrix", "--ops", "bert-micro");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("Predicted from other cases, not measured")
                .contains("breaks MatMul float32, opset 17 (13)")
                .contains("unknown LayerNormalization float32");
        JsonNode document = Json.MAPPER.readTree(
                run("matrix", "--ops", "bert-micro", "--json").out());
        assertThat(document.at("/prediction").asBoolean()).isTrue();
        assertThat(document.at("/targets/0/nodesByKnown/RUNS").asInt()).isPositive();
        assertThat(document.at("/targets/0/predictedShareRight/0").asDouble()).isBetween(0.01, 0.9);
        assertThat(document.at("/targets/1/predictedShareRight/0").asDouble()).isZero();
    }

    @Test
    void a_model_that_ran_is_told_as_measured_and_predicted_from_others_only() throws IOException {
        ModelInfo bert = new ModelResolver(new CacheFolder(folder.resolve("cache")), HubSettings.of(Map.of()))
                .resolve("bert-micro", folder)
                .info();
        services.inMemory.append(record(
                "20261121-1900",
                "mine",
                CaseRuns.passed(
                        new CaseRuns.Case(CaseId.of("mine", "text", "bert-micro", Map.of()), bert),
                        Chain.of(Backends.WASM))));

        assertThat(run("matrix", "--ops", "bert-micro").out())
                .contains("measured in run 20261121-1900: PASS")
                .contains("Predicted from other cases, not measured: 3 cells of run 20261121-1600.")
                .contains("unknown LayerNormalization float32");
    }

    @Test
    void how_this_machines_targets_add_up_stands_below_the_operators_with_when_and_by_what() throws IOException {
        addsUp(MACHINE);

        assertThat(run("matrix", "--ops").out())
                .contains("Arithmetic, of this machine alone, by bascule doctor --test-hardware:")
                .contains("\n  cpu, onnxruntime 1.29.0, on Test CPU, asked 2026-11-21 ")
                .contains("\n    sums of fp32: fp32, products fused, subnormals kept (MatMul, Gemm)")
                .contains("\n  webgpu in Chrome 153, onnxruntime-web 1.29.0, on <b>Swift</b>Shader, software, asked")
                .contains("sums of fp16: no answer (Conv 1x1)\n  Why there is no answer: --html or --json has it.\n")
                .doesNotContain("how targets add up:");
        JsonNode document =
                Json.MAPPER.readTree(run("matrix", "--ops", "--json").out());
        assertThat(document.at("/arithmetic")).hasSize(2);
        JsonNode cpu = document.at("/arithmetic/0");
        assertThat(cpu.path("machine").asText()).isEqualTo(MACHINE.fingerprint());
        assertThat(cpu.path("by").asText()).isEqualTo("bascule doctor --test-hardware");
        assertThat(cpu.path("at").asText()).isEqualTo(CliHarness.NOW.toString());
        assertThat(cpu.at("/operators/0/computedIn").asText()).isEqualTo("fp32");
        JsonNode unanswered = document.at("/arithmetic/1/operators/0");
        assertThat(unanswered.path("computedIn").isNull()).isTrue();
        assertThat(unanswered.at("/reasons/finding").asText()).isEqualTo("no shader-f16");

        run("matrix", "--ops", "--html", "page.html");
        assertThat(folder.resolve("page.html"))
                .content()
                .contains("id=\"arithmetic\"", "&lt;b&gt;Swift&lt;/b&gt;Shader", "sums of fp32: fp32, products fused")
                .contains("sums of fp16: no answer: no shader-f16 (Conv 1x1)")
                .doesNotContain("<b>Swift");
    }

    @Test
    void a_filter_of_operators_filters_how_they_add_up_and_leaves_out_what_has_none() {
        addsUp(MACHINE);

        assertThat(run("matrix", "--ops", "--filter", "matmul float32").out())
                .contains("sums of fp32: fp32, products fused, subnormals kept (MatMul)")
                .doesNotContain("Gemm", "webgpu in Chrome", "no answer");
        assertThat(run("matrix", "--ops", "--filter", "abs").out()).doesNotContain("Arithmetic", "add up");
    }

    @Test
    void where_nothing_is_known_of_sums_a_quiet_line_says_who_finds_it_and_documents_say_nothing() throws IOException {
        for (boolean changed : new boolean[] {false, true}) {
            if (changed) {
                addsUp(MACHINE.with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("kernel", "6.2"))));
            }
            assertThat(run("matrix", "--ops").out())
                    .endsWith("\n\nhow targets add up: bascule doctor --test-hardware\n")
                    .doesNotContain("Arithmetic");
            assertThat(Json.MAPPER
                            .readTree(run("matrix", "--ops", "--json").out())
                            .at("/arithmetic"))
                    .isEqualTo(Json.MAPPER.createArrayNode());
            run("matrix", "--ops", "--html", "none.html");
            assertThat(folder.resolve("none.html")).content().doesNotContain("id=\"arithmetic\"");
        }
    }

    @Test
    void what_cannot_be_read_of_sums_is_absent_with_a_word_on_stderr() throws IOException {
        addsUp(MACHINE);
        Files.writeString(folder.resolve("cache/arithmetic.json"), "{");

        CliHarness.Result result = run("matrix", "--ops");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).contains("arithmetic.json");
        assertThat(result.out()).contains("MatMul").endsWith("how targets add up: bascule doctor --test-hardware\n");
    }

    /** As the hardware test left it, in a state of the machine. */
    private void addsUp(Machine machine) {
        services.doctor = new DoctorService() {
            @Override
            public DoctorReport examine(BrowserSetup browsers, RunListener listener) {
                throw new AssertionError("nothing is started for a matrix");
            }

            @Override
            public Optional<Machine> machine() {
                return Optional.of(MACHINE);
            }
        };
        Arithmetic.Finding fused =
                new Arithmetic.Finding("fp32", 149, 149, "fp64", 90, 23, 23, Optional.of(true), true, true);
        new ArithmeticStore(new CacheFolder(folder.resolve("cache")), word -> {})
                .remember(
                        machine,
                        new HardwareTests(
                                CliHarness.NOW,
                                Duration.ofSeconds(1),
                                0,
                                false,
                                0,
                                List.of(),
                                List.of(
                                        place(
                                                "native",
                                                "cpu",
                                                "onnxruntime 1.29.0",
                                                new CapabilityResult.Seen(DeviceType.CPU, false, "Test CPU"),
                                                Arithmetic.found("MatMul", "fp32", fused),
                                                Arithmetic.found("Gemm", "fp32", fused)),
                                        place(
                                                "Chrome 153",
                                                "webgpu",
                                                "onnxruntime-web 1.29.0",
                                                new CapabilityResult.Seen(DeviceType.GPU, true, "<b>Swift</b>Shader"),
                                                Arithmetic.unknown("Conv 1x1", "fp16", "no shader-f16")))));
    }

    private static HardwareTests.Place place(
            String place, String backend, String engine, CapabilityResult.Seen seen, Arithmetic... arithmetic) {
        return new HardwareTests.Place(
                place,
                backend,
                Optional.of(engine),
                Optional.of(seen),
                List.of(),
                List.of(arithmetic),
                Optional.empty());
    }

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services)
                .with("BASCULE_CACHE", folder.resolve("cache").toString())
                .run(arguments);
    }
}
