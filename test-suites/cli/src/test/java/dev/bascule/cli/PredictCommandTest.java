package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class PredictCommandTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness.Result fake(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    @Test
    void what_cannot_be_meant_is_refused_with_the_remedy() {
        assertThat(fake("predict").err()).contains("name a model, or --validate, or --held");
        assertThat(fake("predict", "bert-micro", "--held").err()).contains("--held goes with no model");
        assertThat(fake("predict", "bert-micro", "--level", "7").err()).contains("--level 7: there are 0, 1 and 2");
        assertThat(fake("predict", "bert-micro", "--interval", "100").err()).contains("--interval 100.0");
        assertThat(fake("predict", "bert-micro", "--validate").err()).contains("--validate predicts no model");
        assertThat(fake("predict", "bert-micro", "--html", "x.html").err()).contains("are of --validate");
        assertThat(fake("predict").exit()).isEqualTo(ExitCode.USAGE.status());
    }

    @Test
    void a_model_that_there_is_not_is_invalid_input() {
        assertThat(fake("predict", "no-such-model").exit()).isEqualTo(ExitCode.INVALID_INPUT.status());
    }

    @Test
    void a_doctored_data_file_is_refused() throws IOException {
        Files.writeString(folder.resolve("data.json"), "{\"schemaVersion\":1}");

        CliHarness.Result result = fake("predict", "--validate", "--data", "data.json");

        assertThat(result.exit()).isEqualTo(ExitCode.INVALID_INPUT.status());
        assertThat(result.err()).contains("data.json").contains("holds no data for predictions");
    }

    /** On ONNX Runtime itself: the model is measured and traced, and one that hardly anything is known of gets no number. */
    @Test
    @Tag("native")
    void a_machine_that_nothing_is_known_of_is_told_what_to_do_and_what_is_measured_is_kept() throws IOException {
        String store = folder.resolve("h.duckdb").toString();

        CliHarness.Result result = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM))
                .run("predict", "bert-micro", "--store", store, "--json", "--on", "all");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.PREDICT.validate(document);
        JsonNode model = document.path("models").path(0);
        assertThat(model.path("name").asText()).isEqualTo("bert-micro");
        assertThat(model.path("measuredCpuMs").asDouble()).isPositive();
        assertThat(model.path("kernels").asInt()).isGreaterThan(30);
        assertThat(model.path("targets")).isNotEmpty();
        CliHarness.Result kept = new CliHarness(folder, new LocalServices())
                .run("query", "--store", store, "SELECT count(*) AS n FROM samples", "--json");
        assertThat(kept.out()).contains("3");
    }

    @Test
    @Tag("full")
    void the_data_that_the_product_brings_are_validated_beside_baselines() throws IOException {
        CliHarness.Result result = fake("predict", "--validate", "--json", "--html", "v.html");

        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.PREDICTION_VALIDATION.validate(document);
        assertThat(mean(document, "class-blend")).isLessThan(mean(document, "median-ratio"));
        assertThat(mean(document, "class-work")).isLessThan(mean(document, "flops+bytes"));
        assertThat(Files.readString(folder.resolve("v.html")))
                .contains("<h1>Validation of predictions</h1>", "one architecture left out")
                .doesNotContain("://");
    }

    private static double mean(JsonNode document, String method) {
        for (JsonNode result : document.path("results")) {
            if (result.path("method").asText().equals(method)
                    && result.path("leftOut").asText().equals("one architecture left out")
                    && result.path("target").isNull()) {
                return result.path("errors").path("mean").asDouble();
            }
        }
        throw new AssertionError("no result of " + method);
    }
}
