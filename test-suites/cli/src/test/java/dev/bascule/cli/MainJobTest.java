package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.nativerunner.devices.SystemChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main job, once, for real: the quickstart in a real browser and a real native child; then its matrix and report. One of its models, and
 * all three where there is time.
 */
@Tag("browser")
@Tag("native")
@Tag("sized")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MainJobTest {
    private static final List<String> MODELS =
            List.of("vit-micro", "whisper-micro", "bert-micro").subList(0, TestSize.of(1, 3));

    /** How a process starts what it needs is seen where one is interrupted, and of campaigns. */
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    static Path folder;

    private CliHarness.Result result;
    private JsonNode document;

    @BeforeAll
    void run_the_quickstart() throws IOException {
        result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run(Stream.of(
                                List.of("run", "--json", "--min-iterations", "8", "--min-duration", "50ms"),
                                List.of("--software-iterations", "2", "--warm-up-limit", "100ms", "--timeout", "120s"),
                                // Without one it is as it comes.
                                MODELS.size() == 1 ? List.of("--filter", MODELS.get(0)) : List.<String>of())
                        .flatMap(List::stream)
                        .toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        document = Json.MAPPER.readTree(result.out());
    }

    private JsonNode cell(String model, String chain) {
        return StreamSupport.stream(document.path("cells").spliterator(), false)
                .filter(cell -> cell.path("model").path("name").asText().equals(model))
                .filter(cell -> chain.equals(String.join(
                        "→",
                        StreamSupport.stream(cell.path("chain").spliterator(), false)
                                .map(JsonNode::asText)
                                .toList())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no cell for " + model + " on " + chain));
    }

    private JsonNode target(JsonNode cell) {
        return StreamSupport.stream(document.path("targets").spliterator(), false)
                .filter(target -> target.path("id").equals(cell.path("target")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void each_model_has_a_measured_cell_on_each_backend() {
        for (String model : MODELS) {
            for (String backend : List.of("webgpu", "webnn", "wasm", "cpu")) {
                JsonNode cell = cell(model, backend);
                assertThat(cell.path("verdict").asText()).as(cell.toString()).isIn("PASS", "PARTIAL");
                assertThat(cell.path("evidence").path("class").asText()).isEqualTo("PROVEN");
                assertThat(cell.path("actual").asText()).isEqualTo(backend);
                assertThat(cell.path("evidence").path("nodes").path(backend).asInt())
                        .isPositive();
                assertThat(cell.path("timing").path("warmMs").size())
                        .isEqualTo(cell.path("timing").path("n").asInt())
                        .isGreaterThanOrEqualTo(backend.equals("webgpu") ? 1 : 8);
                assertThat(cell.path("numerics").path("ok").asBoolean()).isTrue();
                assertThat(cell.path("numerics").path("reference").asText()).isNotBlank();
            }
        }
    }

    @Test
    void webgpu_is_told_to_be_software_where_the_machine_has_no_gpu() {
        if (!document.path("machine").path("gpus").isEmpty()) {
            return;
        }
        assertThat(target(cell("vit-micro", "webgpu")).path("software").asBoolean())
                .isTrue();
    }

    @Test
    void each_backend_ran_on_the_build_of_onnxruntime_web_that_suits_it() {
        assertThat(target(cell("vit-micro", "wasm"))
                        .path("engine")
                        .path("build")
                        .asText())
                .isEqualTo("ort.wasm");
        assertThat(target(cell("vit-micro", "webgpu"))
                        .path("engine")
                        .path("build")
                        .asText())
                .isEqualTo("ort.jspi");
    }

    @Test
    void browser_cells_are_compared_with_native_cpu_in_turn() {
        JsonNode comparison = cell(MODELS.get(0), "wasm").path("comparison");
        assertThat(comparison.path("ratio").asDouble()).isPositive();
        assertThat(comparison.path("baseline").asText()).contains("native");
    }

    @Test
    void the_native_chain_keeps_every_attempt_and_falls_back_with_reasons() {
        for (String model : MODELS) {
            JsonNode cell = cell(model, SystemChain.ofThisMachine().chain().toString());
            assertThat(cell.path("attempts"))
                    .hasSize(
                            cell.path("verdict").asText().equals("FELL_BACK")
                                    ? cell.path("attempts").size()
                                    : 1);
            for (JsonNode attempt : cell.path("attempts")) {
                if (!attempt.path("outcome").asText().equals("SUCCEEDED")) {
                    assertThat(attempt.path("error").path("message").asText()).isNotBlank();
                    assertThat(attempt.path("error").path("remedies")).isNotEmpty();
                }
            }
        }
    }

    @Test
    void the_page_runs_on_the_inputs_that_it_made_and_the_users_clock_is_told() {
        for (String model : MODELS) {
            JsonNode page = cell(model, "wasm");
            assertThat(page.at("/evidence/facts/inputs.by").asText()).as(model).isEqualTo("page");
            assertThat(page.at("/evidence/facts/pipeline.maxAbsFromHost").asDouble())
                    .as(model)
                    .isBetween(0.0, 1e-4);
            assertThat(page.at("/endToEnd/stepsMs/inference").size()).as(model).isPositive();
        }
    }

    @Test
    void the_matrix_and_the_report_are_there_afterwards() throws IOException {
        CliHarness later = new CliHarness(folder, new LocalServices());
        CliHarness.Result matrix = later.run("matrix");
        assertThat(matrix.exit()).isZero();
        assertThat(matrix.out()).contains("vit-micro", "wasm", "FELL_BACK");
        try (var files = Files.walk(folder.resolve(".bascule"))) {
            List<String> names =
                    files.map(path -> String.valueOf(path.getFileName())).toList();
            assertThat(names).contains("history.duckdb", "run.json");
            assertThat(names).anyMatch(name -> name.endsWith(".html")).anyMatch(name -> name.endsWith(".md"));
        }
        CliHarness.Result rows = later.run("query", "SELECT count(*) AS n FROM hardware_results");
        assertThat(rows.exit()).isZero();
    }
}
