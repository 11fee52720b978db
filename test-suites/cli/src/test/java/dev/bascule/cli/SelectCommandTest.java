package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectCommandTest {
    @TempDir
    Path folder;

    private CliHarness.Result fake(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    private CliHarness.Result real(String... arguments) {
        return new CliHarness(folder, new LocalServices()).run(arguments);
    }

    @Test
    void what_cannot_be_meant_is_refused_with_the_remedy() {
        assertThat(fake("select").err()).contains("name a model, or --validate");
        assertThat(fake("select", "bert-micro", "--for", "beauty").err())
                .contains("--for beauty: there are latency, p95, throughput, memory, energy");
        assertThat(fake("select", "bert-micro", "--deadline", "soon").err()).contains("--deadline soon is no duration");
        assertThat(fake("select", "bert-micro", "--deadline", "0").err()).contains("nothing meets it");
        assertThat(fake("select", "bert-micro", "--memory", "much").err()).contains("--memory much is no size");
        assertThat(fake("select", "bert-micro", "--emit", "rust").err())
                .contains("--emit rust: there are suite, js, java, python");
        assertThat(fake("select", "bert-micro", "--emit", "js", "--json").err()).contains("one of them");
        assertThat(fake("select", "bert-micro", "--threads", "0").err()).contains("--threads 0: at least 1");
        assertThat(fake("select", "zoo").err()).contains("'zoo' is a suite; select takes one model");
        assertThat(fake("select", "bert-micro", "--validate").err()).contains("--validate selects for no model");
        assertThat(fake("select", "bert-micro", "--budget", "0", "--for", "p95").err())
                .contains("nothing is predicted of p95");
        assertThat(fake("select", "bert-micro", "--budget", "0", "--emit", "js").err())
                .contains("--emit takes an answer that was seen to run");
        assertThat(fake("select", "bert-micro", "--tune", "beauty").err())
                .contains(
                        "--tune beauty: there are graph, arena, execution, float32, precision, build, model, or none");
        assertThat(fake("select", "bert-micro", "--tune", "model").err()).contains("by --fp16-model");
        assertThat(fake("select").exit()).isEqualTo(ExitCode.USAGE.status());
    }

    @Test
    void a_float16_model_is_never_written_over_a_file_that_is_there() throws IOException {
        Path model = Files.writeString(folder.resolve("model.onnx"), "the user's own");
        assertThat(fake("select", "bert-micro", "--fp16-model", "model.onnx").err())
                .contains("--fp16-model model.onnx: there is such a file");
        assertThat(model).hasContent("the user's own");
    }

    @Test
    @Tag("native")
    @Tag("full")
    void threads_of_native_cpu_are_raced_and_the_answer_was_seen_to_run() throws IOException {
        CliHarness.Result result = real(
                "select",
                "resnet-micro",
                "--backends",
                "cpu",
                "--tune",
                "none",
                "--budget",
                "4s",
                "--json",
                "--store",
                store());

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.SELECT.validate(document);
        assertThat(document.path("chosen").asText()).startsWith("native cpu");
        assertThat(document.path("candidates")).hasSize(2);
        JsonNode chosen = document.path("candidates").path(0);
        assertThat(chosen.path("fate").asText()).isEqualTo("CHOSEN");
        assertThat(chosen.path("measured").path("medianMs").asDouble()).isPositive();
        assertThat(chosen.path("measured").path("placement").asText()).contains("PROVEN");
        assertThat(chosen.path("measured").path("memoryBytes").asLong()).isPositive();
    }

    @Tag("full")
    @Test
    @Tag("native")
    void configurations_of_the_best_are_raced_and_the_front_is_run_again() throws IOException {
        CliHarness.Result result = real(
                "select",
                "resnet-micro",
                "--backends",
                "cpu",
                "--threads",
                "1",
                "--tune",
                "arena,model",
                "--fp16-model",
                folder.resolve("half.onnx").toString(),
                "--budget",
                "15s",
                "--json",
                "--store",
                store());

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.SELECT.validate(document);
        assertThat(document.path("configurations"))
                .extracting(each -> each.path("label").asText())
                .containsExactlyInAnyOrder("native cpu", "native cpu, no arena", "native cpu, float16 model");
        assertThat(folder.resolve("half.onnx")).isNotEmptyFile();
        assertThat(document.path("front")).isNotEmpty();
        assertThat(document.path("front").path(0).path("label").asText())
                .isEqualTo(document.path("chosen").asText());
        assertThat(document.path("front")
                        .path(0)
                        .path("verification")
                        .path("state")
                        .asText())
                .isIn("VERIFIED", "DIFFERED");
        assertThat(document.path("races").path(1).path("blocks")).isNotEmpty();
    }

    @Tag("full")
    @Test
    @Tag("native")
    void the_answer_as_a_suite_runs_as_it_was_chosen() throws IOException {
        CliHarness.Result selected = real(
                "select",
                "resnet-micro",
                "--backends",
                "cpu",
                "--threads",
                "1",
                "--for",
                "memory",
                "--tune",
                "arena",
                "--budget",
                "8s",
                "--emit",
                "suite",
                "--store",
                store());
        assertThat(selected.exit()).as(selected.err()).isZero();
        Path suite = Files.writeString(folder.resolve("selected.yaml"), selected.out());

        CliHarness.Result result = real(
                "run",
                suite.toString(),
                "--browsers",
                "none",
                "--json",
                "--store",
                folder.resolve("run.duckdb").toString());

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out().contains("arena=off")).isEqualTo(selected.out().contains("arena: off"));
    }

    @Test
    @Tag("native")
    @Tag("full")
    void the_answer_as_python_has_the_options_that_it_was_measured_with() {
        CliHarness.Result result = real(
                "select",
                "resnet-micro",
                "--backends",
                "cpu",
                "--threads",
                "1",
                "--budget",
                "5s",
                "--emit",
                "python",
                "--store",
                store());

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("options.intra_op_num_threads = 1", "providers=['CPUExecutionProvider']")
                .startsWith("# bascule select: resnet-micro: native cpu for latency");
        assertThat(result.err()).contains("CANDIDATE", "chosen");
    }

    @Test
    @Tag("native")
    void without_a_budget_the_answer_is_what_was_measured_on_native_cpu() throws IOException {
        CliHarness.Result result = real(
                "select",
                "resnet-micro",
                "--backends",
                "cpu",
                "--threads",
                "1",
                "--budget",
                "0",
                "--json",
                "--store",
                store());

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.SELECT.validate(document);
        assertThat(document.path("ending").asText()).isEqualTo("FORETOLD");
        assertThat(document.path("chosen").asText()).isEqualTo("native cpu");
    }

    @Tag("full")
    @Test
    @Tag("browser")
    void a_page_and_the_native_side_are_both_measured() throws IOException {
        CliHarness.Result result = real(
                "select",
                "resnet-micro",
                "--backends",
                "wasm,cpu",
                "--threads",
                "1",
                "--tune",
                "none",
                // Of medians alone one may be foretold to be much worse, and is not tried then.
                "--for",
                "p95",
                "--budget",
                "8s",
                "--json",
                "--store",
                store());

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.SELECT.validate(document);
        assertThat(document.path("candidates"))
                .hasSize(2)
                .allSatisfy(each -> assertThat(
                                each.path("measured").path("medianMs").asDouble())
                        .isPositive());
    }

    private String store() {
        return folder.resolve("h.duckdb").toString();
    }
}
