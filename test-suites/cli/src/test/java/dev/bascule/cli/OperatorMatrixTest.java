package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.reports.history.InMemoryHistory;
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

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services)
                .with("BASCULE_CACHE", folder.resolve("cache").toString())
                .run(arguments);
    }
}
